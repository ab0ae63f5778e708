// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib
internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Notices when a socket is made in the file system, by inotify.
final class SocketWatch: Sendable {
    private let descriptor: Int32
    private let source: EventSource

    /// - Returns: nil where the folder cannot be watched.
    @PlayerActor
    init?(path: String, _ action: @escaping @PlayerActor @Sendable () -> Void) {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = Array(path[path.index(after: slash)...].utf8)
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        source = EventSource.fileDescriptor(descriptor, G_IO_IN) {
            if Self.names(from: descriptor).contains(name) { action() }
            return true
        }
    }

    deinit {
        source.cancel()
        close(descriptor)
    }

    /// The names in the events that wait.
    private static func names(from descriptor: Int32) -> [[UInt8]] {
        var names: [[UInt8]] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return names }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                // Four numbers of four bytes, the last of which is the length of the name.
                while offset + 16 <= count {
                    let length = Int(
                        bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                    names.append(Array(bytes[(offset + 16)...].prefix(length).prefix { $0 != 0 }))
                    offset += 16 + length
                }
            }
        }
    }
}
