// SPDX-License-Identifier: MPL-2.0

import GatefoldCatalog
import GatefoldTestSupport
import Testing

@Suite struct `An address` {
    @Test(arguments: ["127.0.0.1", "127.8.9.10", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"])
    func `can be of this machine`(address: String) {
        #expect(NetworkScope(address: address) == .machine)
    }

    @Test(arguments: [
        "10.1.2.3", "192.168.178.1", "172.16.0.1", "172.31.255.255", "169.254.169.254",
        "100.64.0.1", "fe80::1", "fd00::1", "FC12::", "::ffff:192.168.0.1",
    ])
    func `can be of this network`(address: String) {
        #expect(NetworkScope(address: address) == .network)
    }

    @Test(arguments: [
        "8.8.8.8", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2a00:1450::5", "::ffff:8.8.8.8",
    ])
    func `can be anywhere`(address: String) {
        #expect(NetworkScope(address: address) == .world)
    }
}

@Suite struct `A redirect to an address` {
    /// 127.0.0.1 is the world, 127.0.0.2 the network, all else this machine.
    private let scope: @Sendable (String) -> NetworkScope = { address in
        switch address {
        case "127.0.0.1": .world
        case "127.0.0.2": .network
        default: .machine
        }
    }

    @Test(arguments: [UInt32(2), 3])
    func `nearer than the first server is not followed`(lastByte: UInt32) async throws {
        let near = try LocalServer(lastByte: lastByte) { _ in .file([1]) }
        let server = try LocalServer { _ in .redirect(to: near.url("/")) }
        let client = await HTTPClient(scope: scope)
        await #expect(throws: HTTPError(.nearer, curlCode: 42)) {
            try await fetch(HTTPRequest(server.url("/")), by: client)
        }
        #expect(near.requests.isEmpty)
    }

    @Test func `as near or further is followed`() async throws {
        let far = try LocalServer { _ in .file([1]) }
        let near = try LocalServer(lastByte: 2) { request in
            .redirect(to: request.path == "/" ? "/far" : far.url("/"))
        }
        let client = await HTTPClient(scope: scope)
        #expect(try await fetch(HTTPRequest(near.url("/")), by: client).body == [1])
    }
}
