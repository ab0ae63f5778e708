// SPDX-License-Identifier: MPL-2.0

#include "CGatefoldTagLib.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <aifffile.h>
#include <apefile.h>
#include <apetag.h>
#include <attachedpictureframe.h>
#include <fileref.h>
#include <flacfile.h>
#include <id3v1tag.h>
#include <id3v2tag.h>
#include <infotag.h>
#include <mp4file.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <tiostream.h>
#include <tpropertymap.h>
#include <trueaudiofile.h>
#include <wavfile.h>
#include <wavpackfile.h>
#include <xiphcomment.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace TagLib;

struct gatefold_tags {
    // Each value with its property.
    std::vector<std::pair<std::string, std::string>> values;
    int64_t lengthMilliseconds = 0;
    ByteVector picture;
};

namespace {

// A file that is read through a window of memory: TagLib goes back and forth within a tag, and its own
// stream asks the system each time.
//
// Reads no more than a bounded part of the file: a tag may claim any size, and TagLib takes whole
// tags into memory. Past the bound the file seems to end, which TagLib's parsers accept.
class WindowedStream : public IOStream {
public:
    WindowedStream(int descriptor, FileName path, unsigned long pieceLimit)
        : path(path), pieceLimit(pieceLimit), descriptor(descriptor) {
        struct stat status;
        if (descriptor < 0 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return;
        size = status.st_size;
        // Kept for the thread's next file: to give it back each time makes the heap tidy up.
        static thread_local const std::unique_ptr<char[]> memory(new char[windowSize]);
        window = memory.get();
    }
    WindowedStream(const WindowedStream &) = delete;
    WindowedStream &operator=(const WindowedStream &) = delete;

    bool isOpen() const override { return window != nullptr; }
    FileName name() const override { return path; }
    bool readOnly() const override { return true; }
    long tell() const override { return position; }
    long length() override { return size; }

    void seek(long offset, Position from) override {
        if (from == Current) offset += position;
        if (from == End) offset += size;
        position = std::max(0l, offset);
    }

    ByteVector readBlock(unsigned long length) override {
        const unsigned long left = std::max(0l, size - position);
        length = std::min({length, pieceLimit, budget, left});
        ByteVector block = length <= windowSize ? copied(length) : read(length);
        position += block.size();
        budget -= block.size();
        return block;
    }

    void writeBlock(const ByteVector &) override {}
    void insert(const ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    void truncate(long) override {}

private:
    static constexpr long windowSize = 32 << 10;

    ByteVector copied(long length) {
        if (position < windowStart || position + length > windowEnd) moveWindow(length);
        const long count = std::min(length, windowEnd - position);
        if (count <= 0) return ByteVector();
        return ByteVector(window + (position - windowStart), static_cast<unsigned>(count));
    }

    // What is read from the end towards the beginning finds the next piece in the window, too.
    void moveWindow(long length) {
        windowStart = position < windowStart ? std::max(0l, position + length - windowSize) : position;
        const long count = pread(descriptor, window, windowSize, windowStart);
        windowEnd = windowStart + std::max(0l, count);
    }

    ByteVector read(unsigned long length) {
        ByteVector block(static_cast<unsigned>(length), 0);
        const long count = pread(descriptor, block.data(), length, position);
        return block.resize(static_cast<unsigned>(std::max(0l, count)));
    }

    const FileName path;
    const unsigned long pieceLimit;
    unsigned long budget = 64ul << 20;
    const int descriptor;
    long size = 0;
    long position = 0;
    // The thread's: of two streams on one thread each would read what the other one did.
    char *window = nullptr;
    long windowStart = 0;
    long windowEnd = 0;
};

// See GATEFOLD_UNDECLARED_FIRST.
String markUndeclared(const ByteVector &data) {
    String result;
    for (const char character : data) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte == 0) break;
        result += static_cast<wchar_t>(byte < 0x80 ? byte : GATEFOLD_UNDECLARED_FIRST + byte - 0x80);
    }
    return result;
}

struct MarkingID3v2 : ID3v2::Latin1StringHandler {
    String parse(const ByteVector &data) const override { return markUndeclared(data); }
};
struct MarkingID3v1 : ID3v1::StringHandler {
    String parse(const ByteVector &data) const override {
        return markUndeclared(data).stripWhiteSpace();
    }
};
struct MarkingInfo : RIFF::Info::StringHandler {
    String parse(const ByteVector &data) const override { return markUndeclared(data); }
};

// TagLib keeps handlers for the process; they have no state and live as long.
bool installHandlers() {
    static const MarkingID3v2 id3v2;
    static const MarkingID3v1 id3v1;
    static const MarkingInfo info;
    ID3v2::Tag::setLatin1StringHandler(&id3v2);
    ID3v1::Tag::setStringHandler(&id3v1);
    RIFF::Info::Tag::setStringHandler(&info);
    return true;
}

// Chooses between the pictures of one file; ID3v2's picture types, which others took over.
class PictureChoice {
public:
    explicit PictureChoice(size_t limit) : limit(limit) {}

    void consider(const ByteVector &data, int type) {
        const bool isFront = type == ID3v2::AttachedPictureFrame::FrontCover;
        if (data.isEmpty() || data.size() > limit || (!best.isEmpty() && !isFront) || hasFront) return;
        best = data;
        hasFront = isFront;
    }

    ByteVector best;

private:
    const size_t limit;
    bool hasFront = false;
};

void considerID3v2(const ID3v2::Tag *tag, PictureChoice &choice) {
    if (!tag) return;
    for (const ID3v2::Frame *frame : tag->frameList("APIC")) {
        if (const auto picture = dynamic_cast<const ID3v2::AttachedPictureFrame *>(frame))
            choice.consider(picture->picture(), picture->type());
    }
}

void considerFLAC(const List<FLAC::Picture *> &pictures, PictureChoice &choice) {
    for (const FLAC::Picture *picture : pictures) choice.consider(picture->data(), picture->type());
}

// The value is a file name, a NUL, and the picture.
void considerAPE(const APE::Tag *tag, PictureChoice &choice) {
    if (!tag) return;
    for (const auto &[key, item] : tag->itemListMap()) {
        if (!key.startsWith("COVER ART")) continue;
        const ByteVector data = item.binaryData();
        const int end = data.find('\0');
        if (end >= 0) choice.consider(data.mid(end + 1), key == "COVER ART (FRONT)" ? 3 : 0);
    }
}

void considerMP4(const MP4::Tag *tag, PictureChoice &choice) {
    if (!tag) return;
    for (const MP4::CoverArt &picture : tag->item("covr").toCoverArtList())
        choice.consider(picture.data(), ID3v2::AttachedPictureFrame::FrontCover);
}

ByteVector pictureOf(File *file, size_t limit) {
    PictureChoice choice(limit);
    if (const auto mpeg = dynamic_cast<MPEG::File *>(file)) {
        considerID3v2(mpeg->ID3v2Tag(), choice);
        considerAPE(mpeg->APETag(), choice);
    } else if (const auto flac = dynamic_cast<FLAC::File *>(file)) {
        considerFLAC(flac->pictureList(), choice);
        considerID3v2(flac->ID3v2Tag(), choice);
    } else if (const auto mp4 = dynamic_cast<MP4::File *>(file)) {
        considerMP4(mp4->tag(), choice);
    } else if (const auto wav = dynamic_cast<RIFF::WAV::File *>(file)) {
        considerID3v2(wav->ID3v2Tag(), choice);
    } else if (const auto aiff = dynamic_cast<RIFF::AIFF::File *>(file)) {
        considerID3v2(aiff->tag(), choice);
    } else if (const auto ape = dynamic_cast<APE::File *>(file)) {
        considerAPE(ape->APETag(), choice);
    } else if (const auto wavPack = dynamic_cast<WavPack::File *>(file)) {
        considerAPE(wavPack->APETag(), choice);
    } else if (const auto musepack = dynamic_cast<MPC::File *>(file)) {
        considerAPE(musepack->APETag(), choice);
    } else if (const auto trueAudio = dynamic_cast<TrueAudio::File *>(file)) {
        considerID3v2(trueAudio->ID3v2Tag(), choice);
    } else if (const auto xiph = dynamic_cast<Ogg::XiphComment *>(file->tag())) {
        considerFLAC(xiph->pictureList(), choice);
    }
    return choice.best;
}

void copy(const String &property, const StringList &values, gatefold_tags &tags) {
    const std::string name = property.to8Bit(true);
    for (const String &value : values) tags.values.emplace_back(name, value.to8Bit(true));
}

// Fields that iTunes has no atom for, such as ReplayGain's: TagLib's properties know some of them.
void copyFreeForm(File *file, const PropertyMap &known, gatefold_tags &tags) {
    const auto mp4 = dynamic_cast<MP4::File *>(file);
    if (!mp4 || !mp4->tag()) return;
    const String prefix = "----:com.apple.iTunes:";
    for (const auto &[key, item] : mp4->tag()->itemMap()) {
        if (!key.startsWith(prefix)) continue;
        const String property = key.substr(prefix.size()).upper();
        if (!known.contains(property)) copy(property, item.toStringList(), tags);
    }
}

}  // namespace

gatefold_tags *gatefold_tags_read(const char *path, int with_picture, size_t picture_limit) {
    // Opening a FIFO would wait for a writer.
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return nullptr;
    gatefold_tags *const tags =
        gatefold_tags_read_open(descriptor, path, with_picture, picture_limit);
    close(descriptor);
    return tags;
}

gatefold_tags *gatefold_tags_read_open(int descriptor, const char *path, int with_picture,
                                       size_t picture_limit) try {
    static const bool isInstalled = installHandlers();
    if (!isInstalled) return nullptr;
    WindowedStream stream(descriptor, path, picture_limit + (1ul << 20));
    if (!stream.isOpen()) return nullptr;
    FileRef file(&stream);
    if (file.isNull()) return nullptr;

    auto tags = std::make_unique<gatefold_tags>();
    const PropertyMap properties = file.file()->properties();
    for (const auto &[property, values] : properties) copy(property, values, *tags);
    copyFreeForm(file.file(), properties, *tags);
    if (const auto audio = file.audioProperties())
        tags->lengthMilliseconds = std::max(0, audio->lengthInMilliseconds());
    if (with_picture) tags->picture = pictureOf(file.file(), picture_limit);
    return tags.release();
} catch (...) {
    // No memory, or a fault in a parser: a file without tags.
    return nullptr;
}

void gatefold_tags_free(gatefold_tags *tags) { delete tags; }

size_t gatefold_tags_count(const gatefold_tags *tags) { return tags->values.size(); }

const char *gatefold_tags_property(const gatefold_tags *tags, size_t index) {
    return tags->values[index].first.c_str();
}

const char *gatefold_tags_value(const gatefold_tags *tags, size_t index) {
    return tags->values[index].second.c_str();
}

int64_t gatefold_tags_length_milliseconds(const gatefold_tags *tags) {
    return tags->lengthMilliseconds;
}

const uint8_t *gatefold_tags_picture(const gatefold_tags *tags, size_t *size) {
    *size = tags->picture.size();
    // The const overload: the other one would copy the bytes.
    return tags->picture.isEmpty() ? nullptr
                                   : reinterpret_cast<const uint8_t *>(tags->picture.data());
}
