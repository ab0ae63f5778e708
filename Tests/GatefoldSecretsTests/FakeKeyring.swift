// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport

/// A Secret Service in memory, written with GDBus: another implementation of the protocol than ours.
///
/// It answers questions in Python about what it holds.
struct FakeKeyring: Sendable {
    private let program: Conversation

    init(_ bus: PrivateBus) {
        program = Conversation(
            ["/usr/bin/python3", "-c", keyringProgram], environment: bus.environment)
    }

    /// Evaluates an expression, or runs a statement; the lines of its value.
    @discardableResult
    func ask(_ line: String) async -> [String] { await program.ask(line) }
}

private let keyringProgram = """
    import sys
    import gi
    from gi.repository import Gio, GLib
    S = 'org.freedesktop.Secret.'
    XML = '''<node>
    <interface name='%sService'>
      <method name='OpenSession'><arg type='s' direction='in'/><arg type='v' direction='in'/>
        <arg type='v' direction='out'/><arg type='o' direction='out'/></method>
      <method name='CreateCollection'><arg type='a{sv}' direction='in'/>
        <arg type='s' direction='in'/><arg type='o' direction='out'/>
        <arg type='o' direction='out'/></method>
      <method name='SearchItems'><arg type='a{ss}' direction='in'/>
        <arg type='ao' direction='out'/><arg type='ao' direction='out'/></method>
      <method name='Unlock'><arg type='ao' direction='in'/><arg type='ao' direction='out'/>
        <arg type='o' direction='out'/></method>
      <method name='ReadAlias'><arg type='s' direction='in'/><arg type='o' direction='out'/>
        </method>
    </interface>
    <interface name='%sCollection'>
      <method name='CreateItem'><arg type='a{sv}' direction='in'/>
        <arg type='(oayays)' direction='in'/><arg type='b' direction='in'/>
        <arg type='o' direction='out'/><arg type='o' direction='out'/></method>
    </interface>
    <interface name='%sItem'>
      <method name='GetSecret'><arg type='o' direction='in'/>
        <arg type='(oayays)' direction='out'/></method>
      <method name='Delete'><arg type='o' direction='out'/></method>
    </interface>
    <interface name='%sSession'><method name='Close'/></interface>
    <interface name='%sPrompt'>
      <method name='Prompt'><arg type='s' direction='in'/></method><method name='Dismiss'/>
      <signal name='Completed'><arg type='b'/><arg type='v'/></signal>
    </interface></node>''' % ((S,) * 5)
    NODE = Gio.DBusNodeInfo.new_for_xml(XML)
    ROOT, LOGIN = '/org/freedesktop/secrets', '/org/freedesktop/secrets/collection/login'

    class Keyring:
        def __init__(self):
            self.items, self.sessions, self.prompts = {}, set(), {}
            self.count, self.dismissed = 0, 0
            # What a prompt comes to: 'open', 'refuse' or 'hang'.
            self.user, self.locked, self.has_collection = 'open', False, True
            self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
            self.export(ROOT, 'Service')
            self.export(LOGIN, 'Collection')

        def export(self, path, name):
            self.bus.register_object(path, NODE.lookup_interface(S + name), self.call, None, None)

        def own(self):
            self.bus.call_sync('org.freedesktop.DBus', '/org/freedesktop/DBus',
                'org.freedesktop.DBus', 'RequestName',
                GLib.Variant('(su)', ('org.freedesktop.secrets', 0)), None, 0, -1)

        def path(self, kind):
            self.count += 1
            return '%s/%s/%d' % (ROOT, kind, self.count)

        def prompt(self, action, result):
            path = self.path('prompt')
            self.prompts[path] = (action, result)
            self.export(path, 'Prompt')
            return path

        def call(self, bus, sender, path, interface, method, arguments, invocation):
            try:
                signature, values = getattr(self, method)(path, *arguments.unpack())
                invocation.return_value(GLib.Variant(signature, values))
            except LookupError as error:
                invocation.return_dbus_error(S + 'Error.' + str(error.args[0]), 'no')

        def OpenSession(self, path, algorithm, input):
            if algorithm != 'plain': raise LookupError('NotSupported')
            session = self.path('session')
            self.sessions.add(session)
            self.export(session, 'Session')
            return '(vo)', (GLib.Variant('s', ''), session)

        def Close(self, path):
            self.sessions.discard(path)
            return '()', ()

        def ReadAlias(self, path, name):
            return '(o)', (LOGIN if self.has_collection and name == 'default' else '/',)

        def CreateCollection(self, path, properties, alias):
            def make(): self.has_collection = True
            return '(oo)', ('/', self.prompt(make, GLib.Variant('o', LOGIN)))

        def SearchItems(self, path, wanted):
            found = [p for p, (a, s) in self.items.items() if wanted.items() <= a.items()]
            return '(aoao)', ([], found) if self.locked else (found, [])

        def Unlock(self, path, objects):
            if not self.locked: return '(aoo)', (objects, '/')
            def open(): self.locked = False
            return '(aoo)', ([], self.prompt(open, GLib.Variant('ao', objects)))

        def CreateItem(self, path, properties, secret, replace):
            if self.locked: raise LookupError('IsLocked')
            if secret[0] not in self.sessions: raise LookupError('NoSession')
            attributes = properties[S + 'Item.Attributes']
            for old in [p for p, (a, s) in self.items.items() if a == attributes and replace]:
                del self.items[old]
            item = self.path('item')
            self.items[item] = (attributes, bytes(secret[2]).decode())
            self.export(item, 'Item')
            return '(oo)', (item, '/')

        def GetSecret(self, path, session):
            if self.locked: raise LookupError('IsLocked')
            if session not in self.sessions: raise LookupError('NoSession')
            return '((oayays))', ((session, b'', self.items[path][1].encode(), 'text/plain'),)

        def Delete(self, path):
            del self.items[path]
            return '(o)', ('/',)

        def Prompt(self, path, window):
            if self.user != 'hang': GLib.timeout_add(10, self.finish, path)
            return '()', ()

        def finish(self, path):
            action, result = self.prompts[path]
            if self.user == 'open': action()
            body = GLib.Variant('(bv)', (self.user == 'refuse', result))
            self.bus.emit_signal(None, path, S + 'Prompt', 'Completed', body)
            return False

        def Dismiss(self, path):
            self.dismissed += 1
            return '()', ()

    def read(channel, condition):
        line = sys.stdin.readline()
        if not line:
            loop.quit()
            return False
        try:
            try: value = eval(line)
            except SyntaxError: value = exec(line, globals())
            if value is not None: print(value)
        except Exception as error: print(type(error).__name__, error)
        print('.', flush=True)
        return True

    keyring, loop = Keyring(), GLib.MainLoop()
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
    loop.run()
    """
