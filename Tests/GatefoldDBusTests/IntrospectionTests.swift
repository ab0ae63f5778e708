// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `Introspection` {
    let service: TestService

    init() async throws {
        service = try await TestService.started()
    }

    @Test @PlayerActor func `leads from the root to every object`() async {
        service.connection.export([], at: "/org/gatefold/Test/below")
        service.connection.export([], at: "/org/gatefoldother")
        let lines = await service.client.run(
            """
            import xml.etree.ElementTree as tree
            def walk(path):
                xml = reply(send('Introspect', None, INTROSPECTABLE, path)).get_body()[0]
                Gio.DBusNodeInfo.new_for_xml(xml)
                node = tree.fromstring(xml)
                names = [i.get('name').split('.')[-1] for i in node.findall('interface')]
                print(path, *names)
                for child in node.findall('node'):
                    walk(path.rstrip('/') + '/' + child.get('name'))
            walk('/')
            print(call('Introspect', None, INTROSPECTABLE, '/org/gate'))
            """)
        #expect(
            lines == [
                "/ Introspectable Peer",
                "/org Introspectable Peer",
                "/org/gatefold Introspectable Peer",
                "/org/gatefold/Test Test Other Properties Introspectable Peer",
                "/org/gatefold/Test/below Properties Introspectable Peer",
                "/org/gatefoldother Properties Introspectable Peer",
                "org.freedesktop.DBus.Error.UnknownObject",
            ])
    }

    @Test @PlayerActor func `describes members, and annotates what is not the default`() async {
        let lines = await service.client.run(
            """
            import xml.etree.ElementTree as tree
            node = tree.fromstring(
                reply(send('Introspect', None, INTROSPECTABLE)).get_body()[0])
            def annotations(element):
                return {a.get('name').split('.')[-1]: a.get('value')
                        for a in element.findall('annotation')}
            for interface in node.findall('interface')[:2]:
                print(interface.get('name'), annotations(interface))
                for p in interface.findall('property'):
                    print(p.get('name'), p.get('type'), p.get('access'), annotations(p))
            for member in ['Add', 'Echo', 'Happened']:
                element = node.find(f"interface/*[@name='{member}']")
                print(element.tag, [(a.get('type'), a.get('direction'))
                                    for a in element.findall('arg')])
            """)
        #expect(
            lines == [
                "org.gatefold.Test {'DocString': 'A <test> & \"more\"'}",
                "Title s read {'DocString': 'What it is called.'}", "Level d readwrite {}",
                "None as read {}", "Metadata a{sv} read {}",
                "org.gatefold.Other {'EmitsChangedSignal': 'false'}",
                "Constant u read {'EmitsChangedSignal': 'const'}", "Silent y read {}",
                "method [('i', 'in'), ('i', 'in')]", "method [('v', 'in'), ('v', 'out')]",
                "signal [('s', None)]",
            ])
    }

    @Test @PlayerActor func `is read by gdbus and busctl`() async {
        let name = service.connection.uniqueName
        let gdbus = await ChildProcess.run(
            [
                "gdbus", "introspect", "--session", "--recurse", "--dest", name, "--object-path",
                "/",
            ], environment: service.bus.environment)
        #expect(gdbus.output.contains("Happened(s what);"))
        #expect(gdbus.output.contains("readwrite d Level = 0.5;"))
        let busctl = await ChildProcess.run(
            ["busctl", "--user", "introspect", name, TestService.path.rawValue],
            environment: service.bus.environment)
        let lines = busctl.output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(lines.contains(".Title property s \"Title\" emits-change"))
    }

    @Test @PlayerActor func `forgets an object that is taken back`() async {
        service.connection.unexport(TestService.path)
        let lines = await service.client.run("print(get('Title'))")
        #expect(lines == ["org.freedesktop.DBus.Error.UnknownObject"])
    }
}
