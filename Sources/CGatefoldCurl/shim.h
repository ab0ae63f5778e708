/* SPDX-License-Identifier: MPL-2.0 */
/* libcurl for Swift: its headers, a way to load it while the program runs, and inline functions
   for its variadic functions.

   It is not linked: with its thirty libraries it adds 20 ms to the start of a program and 3 MB to
   its memory, needed or not. */

#ifndef GATEFOLD_CURL_SHIM_H
#define GATEFOLD_CURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdint.h>

/* What is used of libcurl. */
struct gatefold_curl {
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO info, ...);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *multi);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_socket_action)(CURLM *multi, curl_socket_t socket, int events, int *running);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
};

/* Loads the library for good. Returns nonzero if it is there and whole. */
static inline int gatefold_curl_load(struct gatefold_curl *curl, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    struct {
        const char *name;
        void **function;
    } const wanted[] = {
        {"curl_global_init", (void **)&curl->global_init},
        {"curl_easy_init", (void **)&curl->easy_init},
        {"curl_easy_cleanup", (void **)&curl->easy_cleanup},
        {"curl_easy_setopt", (void **)&curl->easy_setopt},
        {"curl_easy_getinfo", (void **)&curl->easy_getinfo},
        {"curl_slist_append", (void **)&curl->slist_append},
        {"curl_slist_free_all", (void **)&curl->slist_free_all},
        {"curl_multi_init", (void **)&curl->multi_init},
        {"curl_multi_cleanup", (void **)&curl->multi_cleanup},
        {"curl_multi_add_handle", (void **)&curl->multi_add_handle},
        {"curl_multi_remove_handle", (void **)&curl->multi_remove_handle},
        {"curl_multi_setopt", (void **)&curl->multi_setopt},
        {"curl_multi_socket_action", (void **)&curl->multi_socket_action},
        {"curl_multi_info_read", (void **)&curl->multi_info_read},
    };
    for (unsigned index = 0; index < sizeof wanted / sizeof *wanted; index++) {
        *wanted[index].function = dlsym(library, wanted[index].name);
        if (*wanted[index].function == NULL) return 0;
    }
    return curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

/* Nonzero if the library knows the option and takes the value. */
static inline int gatefold_curl_set_number(const struct gatefold_curl *curl, CURL *easy,
                                           CURLoption option, long value) {
    return curl->easy_setopt(easy, option, value) == CURLE_OK;
}

static inline int gatefold_curl_set_size(const struct gatefold_curl *curl, CURL *easy,
                                         CURLoption option, int64_t value) {
    return curl->easy_setopt(easy, option, (curl_off_t)value) == CURLE_OK;
}

/* The library copies the text, except that of CURLOPT_POSTFIELDS. */
static inline int gatefold_curl_set_text(const struct gatefold_curl *curl, CURL *easy,
                                         CURLoption option, const char *value) {
    return curl->easy_setopt(easy, option, value) == CURLE_OK;
}

static inline int gatefold_curl_set_pointer(const struct gatefold_curl *curl, CURL *easy,
                                            CURLoption option, void *value) {
    return curl->easy_setopt(easy, option, value) == CURLE_OK;
}

/* For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION. */
static inline int gatefold_curl_set_receiver(const struct gatefold_curl *curl, CURL *easy,
                                             CURLoption option,
                                             size_t (*receiver)(char *bytes, size_t size,
                                                                size_t count, void *data)) {
    return curl->easy_setopt(easy, option, receiver) == CURLE_OK;
}

/* For CURLOPT_PREREQFUNCTION, since libcurl 7.80. */
static inline int gatefold_curl_set_gate(const struct gatefold_curl *curl, CURL *easy,
                                         curl_prereq_callback gate) {
    return curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, gate) == CURLE_OK;
}

static inline long gatefold_curl_number(const struct gatefold_curl *curl, CURL *easy,
                                        CURLINFO info) {
    long value = 0;
    return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline void *gatefold_curl_private(const struct gatefold_curl *curl, CURL *easy) {
    void *value = NULL;
    return curl->easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

static inline void gatefold_curl_multi_set_number(const struct gatefold_curl *curl, CURLM *multi,
                                                  CURLMoption option, long value) {
    curl->multi_setopt(multi, option, value);
}

static inline void gatefold_curl_multi_set_callbacks(const struct gatefold_curl *curl, CURLM *multi,
                                                     curl_socket_callback socket,
                                                     curl_multi_timer_callback timer, void *data) {
    curl->multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl->multi_setopt(multi, CURLMOPT_SOCKETDATA, data);
    curl->multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    curl->multi_setopt(multi, CURLMOPT_TIMERDATA, data);
}

/* The result is a member of a union. */
static inline CURLcode gatefold_curl_result(const CURLMsg *message) { return message->data.result; }

#endif
