// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// What the kernel gave this process.
package enum Process {
    /// The words after the program's name, as bytes.
    ///
    /// Not `CommandLine.arguments`, which repairs UTF-8 and so loses paths that are not.
    package static var arguments: [[UInt8]] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map(bytes)
        }
    }

    /// What the program was started as, without its folder.
    package static var name: String {
        let path = CommandLine.unsafeArgv[0].map { String(cString: $0) } ?? ""
        return String(path.split(separator: "/").last ?? "")
    }

    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    package static var workingDirectory: [UInt8] {
        guard let path = g_get_current_dir() else { return Array("/".utf8) }
        defer { g_free(path) }
        return bytes(path)
    }

    package static var id: Int32 { getpid() }

    /// Whether the main thread waits for something, or has ended; a running one has work to do.
    package static var mainThreadWaits: Bool {
        var text = [UInt8](repeating: 0, count: 512)
        let file = open("/proc/self/task/\(id)/stat", O_RDONLY | O_CLOEXEC)
        defer { _ = close(file) }
        // A kernel that does not say is one whose main thread we would wait for in vain.
        guard file >= 0, read(file, &text, text.count) > 0 else { return true }
        // The state follows the name, which may hold anything, in parentheses (proc(5)).
        guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex else {
            return true
        }
        return [UInt8(ascii: "S"), UInt8(ascii: "Z")].contains(text[end + 2])
    }

    /// Has the C library give memory back that is not used; before there are threads.
    ///
    /// The corresponding C function is `mallopt`.
    package static func keepHeapSmall() {
        gatefold_keep_heap_small()
    }

    /// Has the C library give back what is free now, after work that needed much.
    ///
    /// The corresponding C function is `malloc_trim`.
    package static func returnFreeMemory() {
        gatefold_return_free_memory()
    }

    /// Has what Swift runs on no actor run on threads that end; before the first of it.
    ///
    /// Swift's own are libdispatch's, whose timer wakes the process once a second for ever after
    /// the first job. For a program, not for a library: the process has one such place.
    package static func runJobsOnGLib() {
        gatefold_run_jobs_on_glib()
    }

    /// Opens /dev/null in place of standard input, output or error where that is closed; first of all.
    ///
    /// What is opened later would get its number: a line for the log could go to the bus.
    package static func openStandardDescriptors() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Whether so many files may be open, if need be by raising the limit as far as that is allowed.
    ///
    /// GLib and what it loads end the process where they find none left.
    package static func mayOpenFiles(_ number: UInt32) -> Bool {
        gatefold_may_open_files(number) != 0
    }

    /// Whether the process was started with a signal ignored, as nohup does with `SIGHUP`.
    package static func ignores(_ signal: Int32) -> Bool {
        gatefold_ignores_signal(signal) != 0
    }

    /// A reader that leaves is an error of the write, not the end of the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
        (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
    }
}

/// Writes text to standard output; a reader that left does not mind.
package func standardOutput(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
