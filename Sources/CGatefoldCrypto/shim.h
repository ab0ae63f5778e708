/* SPDX-License-Identifier: MPL-2.0 */
/* One thing of OpenSSL's libcrypto for Swift: signing with a private key in PEM.

   Its functions are declared here and found when they are first needed, in the library that libcurl
   has loaded anyway on most systems: no header and no library is needed to build or to start. */

#ifndef GATEFOLD_CRYPTO_SHIM_H
#define GATEFOLD_CRYPTO_SHIM_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

/* What is used of libcrypto (OpenSSL 1.1.1 and 3). */
struct gatefold_crypto {
    void *(*bio_new_mem_buf)(const void *bytes, int count);
    int (*bio_free)(void *bio);
    void *(*pem_read_bio_private_key)(void *bio, void **key,
                                      int (*password)(char *, int, int, void *), void *data);
    void (*key_free)(void *key);
    void *(*context_new)(void);
    void (*context_free)(void *context);
    const void *(*sha256)(void);
    int (*sign_init)(void *context, void **key_context, const void *digest, void *engine,
                     void *key);
    int (*sign)(void *context, uint8_t *signature, size_t *size, const uint8_t *bytes,
                size_t count);
};

/* Loads the library for good. Returns nonzero if it is there and whole. */
static inline int gatefold_crypto_load(struct gatefold_crypto *crypto, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    struct {
        const char *name;
        void **function;
    } const wanted[] = {
        {"BIO_new_mem_buf", (void **)&crypto->bio_new_mem_buf},
        {"BIO_free", (void **)&crypto->bio_free},
        {"PEM_read_bio_PrivateKey", (void **)&crypto->pem_read_bio_private_key},
        {"EVP_PKEY_free", (void **)&crypto->key_free},
        {"EVP_MD_CTX_new", (void **)&crypto->context_new},
        {"EVP_MD_CTX_free", (void **)&crypto->context_free},
        {"EVP_sha256", (void **)&crypto->sha256},
        {"EVP_DigestSignInit", (void **)&crypto->sign_init},
        {"EVP_DigestSign", (void **)&crypto->sign},
    };
    for (unsigned index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        *wanted[index].function = dlsym(library, wanted[index].name);
        if (*wanted[index].function == NULL) return 0;
    }
    return 1;
}

/* Else libcrypto would ask on the terminal for the password of an encrypted key. */
static inline int gatefold_crypto_no_password(char *buffer, int size, int writing, void *data) {
    (void)buffer, (void)size, (void)writing, (void)data;
    return -1;
}

/* Signs with SHA-256. Returns the number of bytes of the signature, 0 if the key cannot be read or
   used. */
static inline size_t gatefold_crypto_sign(const struct gatefold_crypto *crypto, const void *pem,
                                          int pem_size, const uint8_t *bytes, size_t count,
                                          uint8_t *signature, size_t size) {
    void *bio = crypto->bio_new_mem_buf(pem, pem_size);
    void *key = bio == NULL ? NULL
                            : crypto->pem_read_bio_private_key(
                                  bio, NULL, gatefold_crypto_no_password, NULL);
    void *context = key == NULL ? NULL : crypto->context_new();
    int done = context != NULL &&
               crypto->sign_init(context, NULL, crypto->sha256(), NULL, key) == 1 &&
               crypto->sign(context, signature, &size, bytes, count) == 1;
    crypto->context_free(context);
    crypto->key_free(key);
    crypto->bio_free(bio);
    return done ? size : 0;
}

#endif
