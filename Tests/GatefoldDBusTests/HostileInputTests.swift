// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Testing

private let errors = "org.freedesktop.DBus.Error."

@Suite(.serialized) struct `What nobody should send` {
    let service: TestService

    init() async throws {
        service = try await TestService.started()
    }

    @Test @PlayerActor func `nests up to the depth that D-Bus allows`() async {
        let lines = await service.client.run(
            """
            def nested(depth):
                value = V('s', 'core')
                for _ in range(depth): value = V('v', value)
                return V('(v)', (value,))
            for depth in [1, 30, 60, 63]:
                value = nested(depth)
                print(reply(send('Echo', value)).get_body().equal(value))
            print(put('Level', nested(55).get_child_value(0)))
            """)
        #expect(lines == ["True", "True", "True", "True", errors + "InvalidArgs"])
    }

    @Test @PlayerActor func `nests deeper than our own messages may`() async {
        var value = DBusValue.string("core")
        for _ in 0..<65 { value = .variant(value) }
        let interface = TestService.interface
        service.connection.emit(interface, "Happened", at: TestService.path, [value])
        service.connection.emitPropertiesChanged(
            interface, at: TestService.path, changed: [("Title", value)])
        #expect(await service.client.run("print(get('Title'))") == ["v (<'Title'>,)"])
        #expect(service.connection.isConnected)
    }

    @Test @PlayerActor func `is a value of our own that is too large`() async {
        service.object.title = String(repeating: "x", count: 17 << 20)
        let lines = await service.client.run(
            """
            print(get('Title'))
            print(sorted(reply(send('GetAll', V('(s)', (TEST,)), PROPERTIES)).get_body()[0]))
            """)
        #expect(lines == [errors + "Failed", "['Level', 'Metadata', 'None']"])
    }

    @Test @PlayerActor func `comes with megabytes`() async {
        let lines = await service.client.run(
            """
            large = 'x' * (4 << 20)
            print(put('Title', V('s', large)), put('Level', V('s', large)))
            print(reply(send('Echo', V('(v)', (V('s', large),)))).get_body()[0] == large)
            print(get(large))
            larger = V('s', 'x' * (33 << 20))
            print(call('Echo', V('(v)', (larger,))))
            print(get('Title'))
            """)
        #expect(
            lines == [
                errors + "PropertyReadOnly " + errors + "InvalidArgs", "True",
                errors + "UnknownProperty", errors + "LimitsExceeded", "v (<'Title'>,)",
            ])
    }

    @Test @PlayerActor func `comes with millions of values`() async {
        let lines = await service.client.run(
            """
            many = V('as', [''] * (1 << 20))
            print(call('Echo', V('(v)', (many,))), put('Level', many))
            print(call('Echo', V('(v)', (V('as', [''] * 100_000),)))[:2])
            """)
        #expect(
            lines == [errors + "LimitsExceeded " + errors + "InvalidArgs", "v "])
    }

    @Test @PlayerActor func `comes with file descriptors`() async {
        let lines = await service.client.run(
            """
            print(call('Echo', V('(v)', (V('h', 0),)), descriptors=[0]))
            print(call('Ping', None, PEER, descriptors=[0]))
            print(call('Ping', None, PEER, descriptors=[0] * 100))
            print(get('Title'))
            """)
        #expect(lines == [errors + "InvalidArgs", "empty", "empty", "v (<'Title'>,)"])
    }

    @Test @PlayerActor func `asks for more than the bus takes at once`() async {
        service.object.title = String(repeating: "x", count: 1 << 20)
        let lines = await service.client.run(
            """
            title = V('(ss)', (TEST, 'Title'))
            numbers = [send('Get', title, PROPERTIES) for _ in range(100)]
            print(set(len(reply(number).get_body()[0]) for number in numbers))
            """)
        #expect(lines == ["{1048576}"])
        #expect(service.connection.isConnected)
    }

    @Test @PlayerActor func `is a word that an answer would quote`() async {
        let lines = await service.client.run(
            """
            endless = chr(0x266b) * (12 << 20)
            for send_it in [lambda: send('Get', V('(ss)', (TEST, endless)), PROPERTIES),
                            lambda: send('GetAll', V('(s)', (endless,)), PROPERTIES)]:
                m = reply(send_it())
                print(m.get_error_name(), len(m.get_body()[0]))
            """)
        #expect(
            lines == [errors + "UnknownProperty 2001", errors + "UnknownInterface 2001"])
        #expect(service.connection.isConnected)
    }

    @Test @PlayerActor func `comes faster than a turn takes`() async {
        let lines = await service.client.run(
            """
            numbers = [send('Note', V('(s)', (str(i),))) for i in range(1000)]
            print(all(reply(number) for number in numbers))
            """)
        #expect(lines == ["True"])
        #expect(service.object.received == (0..<1000).map(String.init))
    }

    /// The bus has passed on all of the flood, and then the one question of another, before the
    /// service sees any of it: no more than a socket holds, or the rest would wait in the bus.
    @Test @PlayerActor func `is a flood, which the questions of others pass`() async throws {
        let lines = await service.client.run(
            """
            folder = tempfile.TemporaryDirectory()
            gate = folder.name + '/gate'
            os.mkfifo(gate)
            def note(text): return send('Note', V('(s)', (text,)))
            flood, other = wire, connect()
            wire = flood
            send('Wait', V('(s)', (gate,)))
            for _ in range(100): last = note('flood')
            call('GetId', **BUS)
            wire = other
            question = note('other')
            call('GetId', **BUS)
            open(gate, 'w').close()
            reply(question)
            wire = flood
            reply(last)
            """)
        #expect(lines == [])
        let received = service.object.received
        #expect(received.count == 101)
        let place = try #require(received.firstIndex(of: "other"))
        #expect(place < 100, "it came after all of the flood")
    }
}

@Suite(.serialized) struct `Text on the bus` {
    let service: TestService

    init() async throws {
        service = try await TestService.started()
    }

    /// In code points, since a Swift literal does not take noncharacters.
    @Test(arguments: [
        ([0x61, 0, 0x62], [0x61, 0xFFFD, 0x62]),
        ([0], [0xFFFD]),
        ([0xFFFE, 0x78, 0xFDD0, 0xFDEF], [0xFFFD, 0x78, 0xFFFD, 0xFFFD]),
        ([0x10_FFFF, 0x1_FFFE], [0xFFFD, 0xFFFD]),
        ([0xFF46, 0x3A9, 0x1F3B5, 0xFDCF, 0xFDF0], [0xFF46, 0x3A9, 0x1F3B5, 0xFDCF, 0xFDF0]),
        ([], []),
    ]) @PlayerActor
    func `loses only what others refuse`(_ text: [UInt32], _ expected: [UInt32]) async {
        service.object.title = String(
            String.UnicodeScalarView(text.compactMap { Unicode.Scalar($0) }))
        let viaGDBus = await service.client.run(
            """
            number = send('Get', V('(ss)', (TEST, 'Title')), PROPERTIES)
            print(list(map(ord, reply(number).get_body()[0])))
            """)
        #expect(viaGDBus == ["\(expected)"])
        let viaSdBus = await ChildProcess.run(
            [
                "busctl", "--user", "get-property", service.connection.uniqueName,
                TestService.path.rawValue, TestService.interface, "Title",
            ], environment: service.bus.environment)
        #expect(viaSdBus.status == 0, "\(viaSdBus.error)")
    }
}
