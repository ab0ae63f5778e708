// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport
import Testing

/// A client without libdbus: a bare socket, and messages that GDBus marshals.
///
/// The system's Python has gi; another one that stands first on PATH may not. A script sees every message in the order in which it comes over the wire. It has `call`, which
/// returns the reply's signature and content, or the error's name.
struct WireClient {
    let bus: PrivateBus
    let server: String

    /// Runs a script, and returns the lines that it prints.
    func run(_ script: String) async -> [String] {
        let result = await ChildProcess.run(
            ["/usr/bin/python3", "-c", Self.prelude + script],
            environment: bus.environment.merging(["SERVER": server]) { $1 })
        #expect(result.status == 0, "\(result.error)")
        return result.output.split(separator: "\n").map(String.init)
    }

    private static let prelude = """
        import array, os, socket, tempfile
        import gi
        from gi.repository import Gio, GLib
        V = GLib.Variant
        TEST, PROPERTIES = 'org.gatefold.Test', 'org.freedesktop.DBus.Properties'
        INTROSPECTABLE, PEER = 'org.freedesktop.DBus.Introspectable', 'org.freedesktop.DBus.Peer'
        PATH = '/org/gatefold/Test'
        FDS = Gio.DBusCapabilityFlags.UNIX_FD_PASSING
        NO_REPLY = Gio.DBusMessageFlags.NO_REPLY_EXPECTED
        serial = 0

        def send(member, body=None, interface=TEST, path=PATH, to=os.environ['SERVER'],
                 flags=Gio.DBusMessageFlags.NONE, descriptors=None):
            global serial
            serial += 1
            m = Gio.DBusMessage.new_method_call(to, path, interface, member)
            m.set_serial(serial)
            m.set_flags(flags)
            if body is not None: m.set_body(body)
            if descriptors:
                attached = Gio.UnixFDList()
                for descriptor in descriptors: attached.append(descriptor)
                m.set_unix_fd_list(attached)
            blob = bytes(m.to_blob(FDS))
            if descriptors:
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', descriptors))
                sent = wire.sendmsg([blob], [rights])
                wire.sendall(blob[sent:])
            else:
                wire.sendall(blob)
            return serial

        def exactly(count):
            data = bytearray()
            while len(data) < count:
                part = wire.recv(count - len(data))
                if not part: raise SystemExit('disconnected')
                data += part
            return bytes(data)

        def receive():
            head = exactly(16)
            rest = exactly(Gio.DBusMessage.bytes_needed(head) - 16)
            return Gio.DBusMessage.new_from_blob(head + rest, FDS)

        def describe(m):
            if m.get_message_type() == Gio.DBusMessageType.ERROR: return m.get_error_name()
            body = m.get_body()
            return 'empty' if body is None else m.get_signature() + ' ' + body.print_(False)

        def reply(number):
            while True:
                m = receive()
                if m.get_reply_serial() == number: return m

        def call(*arguments, **keywords):
            return describe(reply(send(*arguments, **keywords)))

        def get(name, interface=TEST, path=PATH):
            return call('Get', V('(ss)', (interface, name)), PROPERTIES, path)

        def put(name, value, interface=TEST):
            return call('Set', V('(ssv)', (interface, name, value)), PROPERTIES)

        BUS = dict(to='org.freedesktop.DBus', path='/org/freedesktop/DBus',
                   interface='org.freedesktop.DBus')

        def connect():
            global wire
            wire = socket.socket(socket.AF_UNIX)
            wire.settimeout(20)
            wire.connect(os.environ['DBUS_SESSION_BUS_ADDRESS'].split('path=')[1])
            wire.sendall(b'\\0AUTH EXTERNAL ' + str(os.getuid()).encode().hex().encode() + b'\\r\\n')
            wire.recv(1024)
            wire.sendall(b'NEGOTIATE_UNIX_FD\\r\\n')
            wire.recv(1024)
            wire.sendall(b'BEGIN\\r\\n')
            call('Hello', **BUS)
            return wire

        connect()

        """
}
