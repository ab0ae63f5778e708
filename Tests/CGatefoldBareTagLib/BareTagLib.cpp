// SPDX-License-Identifier: MPL-2.0

#include "CGatefoldBareTagLib.h"

#include <fileref.h>
#include <tag.h>
#include <tpropertymap.h>

size_t gatefold_bare_taglib_read(const char *path) {
    const TagLib::FileRef file(path);
    if (file.isNull() || !file.tag()) return 0;
    size_t size = file.audioProperties() ? file.audioProperties()->lengthInMilliseconds() > 0 : 0;
    for (const auto &[key, values] : file.file()->properties())
        for (const auto &value : values) size += value.to8Bit(true).size();
    return size;
}
