// SPDX-License-Identifier: MPL-2.0

/// How far away an address is: on this machine, in this network, or anywhere.
///
/// A redirect may lead as far away as it likes, and never nearer than where the first answer came
/// from: else any server could have us ask what only this machine or this network may ask.
package enum NetworkScope: Int, Sendable, Hashable, Comparable {
    case machine, network, world

    package static func < (left: NetworkScope, right: NetworkScope) -> Bool {
        left.rawValue < right.rawValue
    }

    /// - Parameter address: an IP address as text, as libcurl tells it.
    package init(address: String) {
        let address = address.lowercased()
        let mapped = address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address
        let numbers = mapped.split(separator: ".").map { UInt8($0) }
        if numbers.count == 4, case let bytes = numbers.compactMap(\.self), bytes.count == 4 {
            self = Self.version4(bytes)
        } else {
            self = Self.version6(address)
        }
    }

    /// The special-purpose registry of IANA (RFC 6890), as far as it is not the world.
    private static func version4(_ numbers: [UInt8]) -> NetworkScope {
        switch (numbers[0], numbers[1]) {
        case (127, _), (0, _): .machine
        case (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): .network
        default: .world
        }
    }

    private static func version6(_ address: String) -> NetworkScope {
        if address == "::1" || address == "::" { return .machine }
        let first = UInt16(address.prefix { $0 != ":" }, radix: 16) ?? 0
        switch first {
        // Unique local, link local, and the site local of old.
        case 0xFC00...0xFDFF, 0xFE80...0xFEFF: return .network
        default: return .world
        }
    }
}
