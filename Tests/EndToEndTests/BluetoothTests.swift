// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport
import Glibc
import Testing

/// BlueZ's real mpris-proxy between the player and a system bus on which we play bluetoothd.
@Suite(.serialized) struct `A headset` {
    private let rig: Rig
    private let system = PrivateBus()
    private let bluetooth: Conversation
    private let environment: [String: String]

    init() async throws {
        rig = try Rig()
        try await rig.tones(3, seconds: 60)
        environment = rig.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": system.address]) { $1 }
        bluetooth = Conversation(
            ["/usr/bin/python3", "-c", bluetoothProgram], environment: environment)
        // Its name is there when it answers.
        #expect(await bluetooth.ask("len(players)") == ["0"])
    }

    private func proxy() -> RunningProgram {
        RunningProgram(["mpris-proxy"], environment: environment)
    }

    /// A daemon that plays: before it has found its files, it could not be paused.
    private func playing() async throws -> RunningProgram {
        let daemon = try await rig.daemon(rig.music)
        try await eventually("it plays") { await rig.playerctl("status").line == "Playing" }
        return daemon
    }

    private func registered() async throws {
        try await eventually("the player is registered") {
            await bluetooth.ask("len(players)") == ["1"]
        }
    }

    private func answer(to question: String, is answer: String) async throws {
        try await eventually("\(question) is \(answer)") {
            await bluetooth.ask(question) == [answer]
        }
    }

    @Test func `C148 C152 is told of the player with types and a position that bluetoothd takes`()
        async throws
    {
        let daemon = try await playing()
        _ = await rig.playerctl("pause")
        _ = await rig.playerctl("position", "7")
        let proxy = proxy()
        try await registered()
        #expect(await bluetooth.ask("problems") == [])
        #expect(await bluetooth.ask("position") == ["7000000"])
        #expect(await bluetooth.ask("known['PlaybackStatus']") == ["Paused"])
        #expect(await bluetooth.ask("known['Metadata']['xesam:title']") == ["1"])
        withExtendedLifetime((daemon, proxy)) {}
    }

    @Test func `C097 C149 C150 steers the player by its buttons, and sees what comes of it`()
        async throws
    {
        let daemon = try await playing()
        let proxy = proxy()
        try await registered()
        for (button, property, value) in [
            ("Pause", "PlaybackStatus", "Paused"), ("Play", "PlaybackStatus", "Playing"),
            ("Next", "Metadata']['xesam:title", "2"), ("Previous", "Metadata']['xesam:title", "1"),
            ("Pause", "PlaybackStatus", "Paused"), ("Pause", "PlaybackStatus", "Paused"),
            ("Play", "PlaybackStatus", "Playing"), ("Stop", "PlaybackStatus", "Stopped"),
            ("Play", "PlaybackStatus", "Playing"),
        ] {
            #expect(await bluetooth.ask("press('\(button)')") == ["pressed"])
            try await answer(to: "known['\(property)']", is: value)
        }
        #expect(await rig.playerctl("status").line == "Playing")
        #expect(await bluetooth.ask("problems") == [])
        withExtendedLifetime((daemon, proxy)) {}
    }

    @Test func `sets repeat and shuffle`() async throws {
        let daemon = try await playing()
        let proxy = proxy()
        try await registered()
        for loop in ["Track", "Playlist", "None"] {
            _ = await bluetooth.ask("put('LoopStatus', GLib.Variant('s', '\(loop)'))")
            try await answer(to: "known['LoopStatus']", is: loop)
        }
        _ = await bluetooth.ask("put('Shuffle', GLib.Variant('b', True))")
        try await answer(to: "known['Shuffle']", is: "True")
        withExtendedLifetime((daemon, proxy)) {}
    }

    @Test func `C030 knows the position after a seek and in the next track`() async throws {
        let daemon = try await playing()
        _ = await rig.playerctl("pause")
        let proxy = proxy()
        try await registered()
        _ = await rig.playerctl("position", "31")
        try await answer(to: "position", is: "31000000")
        _ = await rig.playerctl("next")
        try await answer(to: "position", is: "0")
        #expect(await rig.position() == 0)
        withExtendedLifetime((daemon, proxy)) {}
    }

    @Test func `forgets the player when it leaves`() async throws {
        let daemon = try await playing()
        let proxy = proxy()
        try await registered()
        daemon.send(SIGTERM)
        try await answer(to: "len(players)", is: "0")
        withExtendedLifetime(proxy) {}
    }
}

/// The media side of bluetoothd: one adapter, whose registered players it believes as it does.
///
/// Types, the order in which properties are taken, and what resets the position are those of
/// bluetoothd's AVRCP target.
private let bluetoothProgram = """
    import sys
    import gi
    from gi.repository import Gio, GLib
    PLAYER = 'org.mpris.MediaPlayer2.Player'
    PROPERTIES = 'org.freedesktop.DBus.Properties'
    TYPES = {'PlaybackStatus': 's', 'Position': 'x', 'Metadata': 'a{sv}', 'Shuffle': 'b',
             'LoopStatus': 's', 'CanPlay': 'b', 'CanPause': 'b', 'CanGoNext': 'b',
             'CanGoPrevious': 'b', 'CanControl': 'b', 'Identity': 's'}
    FIELDS = {'xesam:title': 's', 'xesam:artist': 'as', 'xesam:album': 's', 'xesam:genre': 'as',
              'mpris:length': 'x', 'xesam:trackNumber': 'i'}
    ALLOWED = {'Play': 'CanPlay', 'Pause': 'CanPause', 'Next': 'CanGoNext',
               'Previous': 'CanGoPrevious', 'Stop': 'CanControl'}
    XML = '''<node><interface name="org.freedesktop.DBus.ObjectManager">
      <method name="GetManagedObjects"><arg direction="out" type="a{oa{sa{sv}}}"/></method>
      </interface><interface name="org.bluez.Media1">
      <method name="RegisterPlayer"><arg direction="in" type="o"/><arg direction="in" type="a{sv}"/>
      </method><method name="UnregisterPlayer"><arg direction="in" type="o"/></method>
      </interface></node>'''
    players, known, problems, position = [], {}, [], None

    def entries(dictionary):
        children = [dictionary.get_child_value(i) for i in range(dictionary.n_children())]
        return [(c.get_child_value(0).get_string(), c.get_child_value(1).get_variant())
                for c in children]

    def wrong(entries, types):
        return ['%s is %s' % (n, v.get_type_string()) for n, v in entries
                if n in types and v.get_type_string() != types[n]]

    def take(properties):
        global position
        for name, value in properties:
            faults = wrong([(name, value)], TYPES)
            if name == 'Metadata' and not faults:
                faults, position = wrong(entries(value), FIELDS), 0
            if name == 'Position': position = value.get_int64()
            if faults: return problems.extend(faults)
            known[name] = value.unpack()

    def called(bus, sender, path, interface, member, arguments, invocation):
        if member == 'GetManagedObjects':
            return invocation.return_value(GLib.Variant('(a{oa{sa{sv}}})', ({
                '/org/bluez/hci0': {'org.bluez.Adapter1': {}, 'org.bluez.Media1': {}}},)))
        player = (sender, arguments.unpack()[0])
        if member == 'RegisterPlayer':
            players.append(player)
            take(entries(arguments.get_child_value(1)))
        elif player in players: players.remove(player)
        invocation.return_value(None)

    def signalled(bus, sender, path, interface, member, arguments):
        global position
        if (sender, path) not in players: return
        if member == 'Seeked': position = arguments.unpack()[0]
        else: take(entries(arguments.get_child_value(1)))

    # A headset's button: no reply is expected, and none comes from mpris-proxy.
    def send(interface, member, body=None):
        sender, path = players[0]
        m = Gio.DBusMessage.new_method_call(sender, path, interface, member)
        m.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
        if body: m.set_body(body)
        bus.send_message(m, Gio.DBusSendMessageFlags.NONE)

    def press(button):
        if not (known['CanControl'] and known[ALLOWED[button]]): return 'not allowed'
        send(PLAYER, button)
        return 'pressed'

    def put(name, value):
        send(PROPERTIES, 'Set', GLib.Variant('(ssv)', (PLAYER, name, value)))

    def asked(source, condition):
        line = sys.stdin.readline()
        if not line: return loop.quit()
        answer = eval(line)
        for part in answer if isinstance(answer, list) else [answer]: print(part)
        print('.', flush=True)
        return True

    bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
    manager, media = Gio.DBusNodeInfo.new_for_xml(XML).interfaces
    bus.register_object('/', manager, called, None, None)
    bus.register_object('/org/bluez/hci0', media, called, None, None)
    bus.signal_subscribe(None, None, None, None, None, 0, signalled)
    bus.call_sync('org.freedesktop.DBus', '/', 'org.freedesktop.DBus', 'RequestName',
                  GLib.Variant('(su)', ('org.bluez', 4)), None, 0, -1)
    GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, asked)
    loop = GLib.MainLoop()
    loop.run()
    """
