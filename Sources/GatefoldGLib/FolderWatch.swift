// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// A name that came, went or was written in a watched folder.
package struct FolderChange: Sendable, Hashable {
    /// Need not be UTF-8; empty where it is the folder itself, or where changes were lost.
    package let name: [UInt8]
    package let isFolder: Bool
}

/// Tells of changes in folders as they happen: inotify on the main context.
///
/// Not a `GFileMonitor`: it has a thread of its own, and GIO comes with it, which is used for nothing
/// else.
@PlayerActor
package final class FolderWatch {
    package typealias Handler = @PlayerActor @Sendable ([FolderChange]) -> Void

    private let descriptor: Int32
    private var source: EventSource?
    private var watches: [[UInt8]: Int32] = [:]

    private static let events =
        UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVE) | UInt32(IN_DELETE)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// - Parameter handler: gets what one turn brings, together.
    package init(_ handler: @escaping Handler) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            Log.warning("changes in folders will not be noticed", Self.reason)
            return
        }
        source = EventSource.fileDescriptor(descriptor, G_IO_IN) { [descriptor] in
            handler(Self.changes(from: descriptor))
            return true
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // The source goes first: it must not poll a number that another file may get.
        source?.cancel()
        close(descriptor)
    }

    /// Watches these folders, and no others.
    ///
    /// - Returns: whether some are watched only from now on: what happened in them before may have
    ///   been missed.
    package func follow(_ folders: [[UInt8]]) -> Bool {
        guard descriptor >= 0 else { return false }
        let wanted = Set(folders)
        for (folder, watch) in watches where !wanted.contains(folder) {
            // Fails only for a folder that is gone, and with it its watch.
            _ = inotify_rm_watch(descriptor, watch)
            watches[folder] = nil
        }
        var isNew = false
        for folder in wanted {
            let path = folder.map { CChar(bitPattern: $0) } + [0]
            let watch = inotify_add_watch(descriptor, path, Self.events | UInt32(IN_ONLYDIR))
            guard watch >= 0 else {
                Log.warning("changes in a folder will not be noticed", Self.reason)
                continue
            }
            // The same number again means that the same folder was watched.
            if watches.updateValue(watch, forKey: folder) != watch { isNew = true }
        }
        return isNew
    }

    private static var reason: String { String(cString: g_strerror(errno)) }

    /// Reads what is there, without waiting for more.
    private static func changes(from descriptor: Int32) -> [FolderChange] {
        var changes: [FolderChange] = []
        withUnsafeTemporaryAllocation(
            byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment
        ) { buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                while rest.count >= MemoryLayout<inotify_event>.size {
                    let event = rest.load(as: inotify_event.self)
                    let size = MemoryLayout<inotify_event>.size + Int(event.len)
                    let name = rest[MemoryLayout<inotify_event>.size..<size].prefix { $0 != 0 }
                    // The end of a watch follows from what was told before.
                    if event.mask & UInt32(IN_IGNORED) == 0 {
                        changes.append(
                            FolderChange(
                                name: Array(name), isFolder: event.mask & UInt32(IN_ISDIR) != 0))
                    }
                    rest = UnsafeRawBufferPointer(rebasing: rest[size...])
                }
            }
        }
        return changes
    }
}
