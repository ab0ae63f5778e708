// SPDX-License-Identifier: MPL-2.0

internal import Glibc
private import Synchronization

/// A message bus of a test's own: an empty one, without service files.
///
/// It ends with this object, and also when the test process ends in any way.
package final class PrivateBus: Sendable {
    /// The address, which stays the same when the bus is started again.
    package let address: String
    private let directory: String
    private let running = Mutex<Running?>(nil)

    /// A shell holds the bus, and kills it when our end of its input closes.
    private struct Running {
        let shell: pid_t
        let bus: pid_t
        let input: Int32
    }

    /// - Parameters:
    ///   - policy: further rules of the bus's configuration, such as names that it refuses.
    ///   - limits: in place of the session bus's, by their names in dbus-daemon(1).
    package init(policy: String = "", limits: [String: Int] = [:]) {
        var template = Array("/tmp/gatefold-bus-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no temporary directory")
        directory =
            template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
        address = "unix:path=\(directory)/bus"
        Self.write(Self.configuration(address, policy, limits), to: "\(directory)/bus.conf")
        start()
    }

    deinit {
        kill()
        for file in ["bus", "bus.conf"] { unlink("\(directory)/\(file)") }
        rmdir(directory)
    }

    /// What a program needs to find the bus.
    package var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address] }

    /// Starts the bus at its address, and returns when it listens.
    package func start() {
        running.withLock { running in
            guard running == nil else { return }
            let input = ChildProcess.Pipe()
            let output = ChildProcess.Pipe()
            let shell = ChildProcess.spawn(
                ["sh", "-c", Self.script, "\(directory)/bus.conf"], [:],
                descriptors: [0: input.reading, 3: output.writing])
            close(input.reading)
            close(output.writing)
            let bus = Self.readNumber(output.reading)
            close(output.reading)
            running = Running(shell: shell, bus: bus, input: input.writing)
        }
    }

    /// Kills the bus, as a crash would.
    package func kill() {
        running.withLock { running in
            guard let stopping = running else { return }
            close(stopping.input)
            _ = ChildProcess.wait(for: stopping.shell)
            running = nil
        }
    }

    /// Stops the bus from reading and writing until `resume`.
    package func pause() {
        running.withLock { if let bus = $0?.bus { _ = Glibc.kill(bus, SIGSTOP) } }
    }

    package func resume() {
        running.withLock { if let bus = $0?.bus { _ = Glibc.kill(bus, SIGCONT) } }
    }

    /// The bus prints its number when it listens.
    private static let script = """
        exec 4<&0
        dbus-daemon --config-file="$0" --nofork --nopidfile --print-pid=3 </dev/null 4<&- &
        exec 3>&-
        read -r _ <&4
        kill -KILL $!
        wait $! 2>/dev/null
        """

    /// The limits of the session bus; no service directory, nothing of the user's.
    private static func configuration(
        _ address: String, _ policy: String, _ limits: [String: Int]
    ) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
            \(policy)
          </policy>
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_message_size">1000000000</limit>
          <limit name="max_incoming_unix_fds">250000000</limit>
          <limit name="max_outgoing_unix_fds">250000000</limit>
          <limit name="max_message_unix_fds">4096</limit>
          <limit name="max_replies_per_connection">50000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
          \(limits.map { "<limit name=\"\($0)\">\($1)</limit>" }.joined())
        </busconfig>
        """
    }

    private static func write(_ text: String, to path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        let isWritten = Glibc.write(file, text, text.utf8.count) == text.utf8.count
        precondition(isWritten, "cannot write \(path)")
        close(file)
    }

    /// Reads a decimal number up to the end of its line.
    private static func readNumber(_ descriptor: Int32) -> Int32 {
        var number: Int32 = 0
        var byte: UInt8 = 0
        while Glibc.read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            number = number * 10 + Int32(byte) - 48
        }
        precondition(number > 0, "dbus-daemon did not start")
        return number
    }
}
