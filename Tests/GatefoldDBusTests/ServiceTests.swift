// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Testing

private let errors = "org.freedesktop.DBus.Error."

@Suite(.serialized) struct `An exported object, seen over the wire` {
    let service: TestService

    init() async throws {
        service = try await TestService.started()
    }

    @Test @PlayerActor func `answers Get with a variant and GetAll with a dictionary`() async {
        let lines = await service.client.run(
            """
            print(get('Title'))
            print(get('None'))
            print(get('Metadata'))
            print(call('GetAll', V('(s)', (TEST,)), PROPERTIES))
            """)
        #expect(
            lines == [
                "v (<'Title'>,)", "v (<@as []>,)",
                "v (<{'length': <int64 5>, 'artist': <['A', 'B']>}>,)",
                "a{sv} ({'Title': <'Title'>, 'Level': <0.5>, 'None': <@as []>, 'Metadata': "
                    + "<{'length': <int64 5>, 'artist': <['A', 'B']>}>},)",
            ])
    }

    @Test @PlayerActor func `looks an empty interface up in all of them`() async {
        let lines = await service.client.run(
            """
            print(get('Constant', ''))
            print(get('Missing', ''))
            print(sorted(reply(send('GetAll', V('(s)', ('',)), PROPERTIES)).get_body()[0]))
            print(call('Add', V('(ii)', (1, 2)), None))
            print(call('Ping', None, None))
            print(call('Missing', None, None))
            """)
        #expect(
            lines == [
                "v (<uint32 7>,)", errors + "UnknownProperty",
                "['Constant', 'Level', 'Metadata', 'None', 'Silent', 'Title']", "i (3,)", "empty",
                errors + "UnknownMethod",
            ])
    }

    @Test @PlayerActor func `says what was wrong with a call`() async {
        let lines = await service.client.run(
            """
            print(call('Add', V('(ii)', (1, 2)), path='/nowhere'))
            print(call('Add', V('(ii)', (1, 2)), 'org.gatefold.Missing'))
            print(call('Missing'))
            print(call('Add', V('(is)', (1, 'x'))))
            print(call('Add'))
            print(call('Ping', V('(s)', ('x',)), PEER))
            print(call('Refuse'))
            print(get('Title', 'org.gatefold.Missing'))
            print(get('Missing'))
            print(get('Title', path='/org'))
            print(call('Get', V('(s)', (TEST,)), PROPERTIES))
            print(call('GetAll', V('(s)', ('org.gatefold.Missing',)), PROPERTIES))
            print(call('GetAll', V('(s)', (PEER,)), PROPERTIES))
            """)
        let names = [
            "UnknownObject", "UnknownInterface", "UnknownMethod", "InvalidArgs", "InvalidArgs",
            "InvalidArgs",
        ].map { errors + $0 }
        let propertyNames = [
            "UnknownInterface", "UnknownProperty", "UnknownInterface", "InvalidArgs",
            "UnknownInterface",
        ].map { errors + $0 }
        #expect(
            lines == names + ["org.gatefold.Error.Refused"] + propertyNames + ["a{sv} ({},)"]
        )
    }

    @Test @PlayerActor func `takes a Set of the right type only`() async {
        let lines = await service.client.run(
            """
            print(put('Level', V('d', 0.25)))
            print(get('Level'))
            print(put('Level', V('i', 1)))
            print(put('Level', V('v', V('d', 1))))
            print(put('Level', V('d', -1)))
            print(put('Title', V('s', 'x')))
            print(put('Missing', V('s', 'x')))
            print(put('Level', V('d', 1), 'org.gatefold.Missing'))
            print(put('Level', V('d', 0.75), ''))
            print(call('Set', V('(ssd)', (TEST, 'Level', 1)), PROPERTIES))
            """)
        let names = [
            "InvalidArgs", "InvalidArgs", "InvalidArgs", "PropertyReadOnly", "UnknownProperty",
            "UnknownInterface",
        ].map { errors + $0 }
        #expect(lines == ["empty", "v (<0.25>,)"] + names + ["empty", errors + "InvalidArgs"])
        #expect(service.object.level == 0.75)
    }

    @Test @PlayerActor func `sends signals before the reply of the call that caused them`() async {
        let lines = await service.client.run(
            """
            rule = "type='signal',sender='%s'" % os.environ['SERVER']
            call('AddMatch', V('(s)', (rule,)), **BUS)
            send('Announce')
            for _ in range(3):
                m = receive()
                print(m.get_member(), describe(m))
            """)
        #expect(
            lines == [
                "PropertiesChanged sa{sv}as ('org.gatefold.Test', {'Title': <'Title'>}, ['Metadata'])",
                "Happened s ('now',)", "None empty",
            ])
    }

    @Test @PlayerActor func `announces again what it announced before`() async throws {
        let long = String(repeating: "long", count: 50)
        let titles = ["a", "b", "a", "c", "d", "e", "f", "a", long, "b", "a", "a", long, "c"]
        async let lines = service.client.run(
            """
            rule = "type='signal',sender='%s'" % os.environ['SERVER']
            call('AddMatch', V('(s)', (rule,)), **BUS)
            call('Note', V('(s)', ('ready',)))
            for _ in range(\(titles.count)):
                print(describe(receive()))
            """)
        try await eventually("the client listens") { service.object.received == ["ready"] }
        for title in titles {
            service.connection.emitPropertiesChanged(
                TestService.interface, at: TestService.path, changed: [("Title", .string(title))],
                invalidated: title == "b" ? ["Level"] : [])
        }
        let expected = titles.map { title in
            "sa{sv}as ('org.gatefold.Test', {'Title': <'\(title)'>}, "
                + (title == "b" ? "['Level'])" : "[])")
        }
        let announced = await lines
        #expect(announced == expected)
    }

    @Test @PlayerActor func `answers later, once`() async {
        let lines = await service.client.run(
            """
            first = send('Keep')
            second = send('Keep')
            third = send('AnswerKept')
            fourth = send('AnswerKept')
            for _ in range(4):
                m = receive()
                while m.get_reply_serial() < first: m = receive()
                print(m.get_reply_serial() - first, describe(m))
            """)
        #expect(
            lines == ["0 s ('kept',)", "1 s ('kept',)", "2 s ('answered',)", "3 s ('answered',)"])
    }

    @Test @PlayerActor func `fails a call that nobody will answer`() async {
        #expect(await service.client.run("print(call('Abandon'))") == [errors + "Failed"])
    }

    @Test @PlayerActor func `C130 sends no reply where none is expected`() async {
        let lines = await service.client.run(
            """
            for member in ['Announce', 'Refuse', 'Missing', 'Abandon', 'Keep', 'AnswerKept']:
                send(member, flags=NO_REPLY)
            send('Get', V('(ss)', (TEST, 'Title')), PROPERTIES, flags=NO_REPLY)
            send('Set', V('(ssv)', (TEST, 'Level', V('d', 1))), PROPERTIES, flags=NO_REPLY)
            send('Ping', None, PEER, flags=NO_REPLY)
            for _ in range(2):
                number = send('Ping', None, PEER)
                m = receive()
                while m.get_message_type() == Gio.DBusMessageType.SIGNAL: m = receive()
                print(m.get_reply_serial() - number)
            """)
        #expect(lines == ["0", "0"])
        #expect(service.object.level == 1)
    }

    @Test @PlayerActor func `answers Peer at any path`() async {
        let lines = await service.client.run(
            """
            print(call('Ping', None, PEER, '/nowhere'))
            answer = call('GetMachineId', None, PEER)
            try: print(answer == "s ('%s',)" % open('/etc/machine-id').read().strip())
            except FileNotFoundError: print('Error' in answer or len(answer) == 39)
            """)
        #expect(lines == ["empty", "True"])
    }
}
