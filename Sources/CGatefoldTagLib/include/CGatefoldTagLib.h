/* SPDX-License-Identifier: MPL-2.0 */
/* Tags, length and picture of an audio file, read by TagLib; a C face on a C++ library. */

#ifndef GATEFOLD_TAGLIB_H
#define GATEFOLD_TAGLIB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A byte 0x80 + n that a tag declares to be Latin-1, and that may be anything, arrives as the
 * private character GATEFOLD_UNDECLARED_FIRST + n, so that the caller can look at all of them
 * together before deciding what they are.
 */
#define GATEFOLD_UNDECLARED_FIRST 0xEE80

typedef struct gatefold_tags gatefold_tags;

/*
 * Reads the regular file at `path`. NULL if there is none, or TagLib does not recognise it.
 * Free the result with gatefold_tags_free. Thread-safe.
 *
 * At most 64 MiB of the file are read, in pieces of at most picture_limit bytes and a little more:
 * what does not fit is treated as if the file ended there.
 */
gatefold_tags *gatefold_tags_read(const char *path, int with_picture, size_t picture_limit);
/* The same of a file that is open, and stays so; its path tells its kind. */
gatefold_tags *gatefold_tags_read_open(int descriptor, const char *path, int with_picture,
                                       size_t picture_limit);
void gatefold_tags_free(gatefold_tags *tags);

/*
 * Values, in UTF-8, each with its property, such as "ARTIST"; several of one property follow each
 * other. They live as long as `tags`, and `index` is below the count.
 */
size_t gatefold_tags_count(const gatefold_tags *tags);
const char *gatefold_tags_property(const gatefold_tags *tags, size_t index);
const char *gatefold_tags_value(const gatefold_tags *tags, size_t index);

/* Zero if unknown. */
int64_t gatefold_tags_length_milliseconds(const gatefold_tags *tags);

/* The front cover, else the first picture; NULL if there is none within the limit. */
const uint8_t *gatefold_tags_picture(const gatefold_tags *tags, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
