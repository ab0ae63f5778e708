// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// Where playback is, in a file that survives the process.
///
/// The engine's streaming thread stores one aligned 64-bit word into shared memory for every
/// buffer: no system call, no timer, and after `kill -9` the kernel still has the page.
///
/// `@unchecked Sendable`: the mapping lives as long as the object, and the one mutable word is
/// written whole by one aligned store.
package final class PositionMark: @unchecked Sendable {
    private static let size = 4096
    /// "gatemark" in memory order.
    private static let magic: UInt64 = 0x6b72_616d_6574_6167
    private static let positionBits: UInt64 = 40

    /// As much of a generation as a mark keeps.
    package static func shortened(_ generation: Generation) -> UInt64 {
        generation.rawValue & 0xff_ffff
    }

    private let words: UnsafeMutablePointer<UInt64>

    /// Opens or creates the file; what an earlier process left stays until the first `store`.
    package init(path: String) throws(FileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError("creating a file", code: errno) }
        defer { close(descriptor) }
        // On a full disk a page that is not there yet ends who stores into it, by a signal.
        let failure = posix_fallocate(descriptor, 0, off_t(Self.size))
        guard failure == 0 else { throw FileError("making room in a file", code: failure) }
        let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            throw FileError("sharing a file", code: errno)
        }
        words = memory.bindMemory(to: UInt64.self, capacity: 2)
        if words[0] != Self.magic {
            words[1] = 0
            words[0] = Self.magic
        }
    }

    deinit {
        munmap(words, Self.size)
    }

    /// Keeps the low 24 bits of the generation and the position in milliseconds.
    package func store(generation: Generation, position: MediaTime) {
        let milliseconds = UInt64(max(0, position.nanoseconds / 1_000_000))
        let limit = UInt64(1) << Self.positionBits - 1
        words[1] =
            Self.shortened(generation) << Self.positionBits
            | min(milliseconds, limit)
    }

    /// What the last process stored; nil where there is no mark.
    package static func read(path: String) -> (generation: UInt64, position: MediaTime)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var words: (magic: UInt64, mark: UInt64) = (0, 0)
        let count = withUnsafeMutableBytes(of: &words) {
            pread(descriptor, $0.baseAddress, $0.count, 0)
        }
        guard count == MemoryLayout.size(ofValue: words), words.magic == magic, words.mark != 0
        else { return nil }
        let milliseconds = words.mark & (1 << positionBits - 1)
        return (words.mark >> positionBits, MediaTime(milliseconds: Int64(milliseconds)))
    }
}
