/* SPDX-License-Identifier: MPL-2.0 */
/* What reading tags costs without us: TagLib's own loop. */

#ifndef GATEFOLD_BARE_TAGLIB_H
#define GATEFOLD_BARE_TAGLIB_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the tags and the length of a file, as TagLib's example tagreader does, and returns how many bytes
   the texts have; 0 if it cannot be read. */
size_t gatefold_bare_taglib_read(const char *path);

#ifdef __cplusplus
}
#endif

#endif
