// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@Suite struct `The sessions of a process` {
    private var roster = SessionRoster()

    @Test mutating func `are numbered from 1, and no number comes again`() {
        let first = roster.register()
        roster.unregister(first)
        let second = roster.register()
        #expect([first.number, second.number] == [1, 2])
    }

    @Test mutating func `are not active until one is activated`() {
        let first = roster.register()
        #expect(roster.active == nil)
        let isActive = roster.activate(first)
        #expect(isActive)
        #expect(roster.active == first)
    }

    @Test mutating func `are active one at a time`() {
        let (first, second) = (roster.register(), roster.register())
        roster.activate(first)
        roster.activate(second)
        #expect(roster.active == second)
        roster.activate(first)
        #expect(roster.active == first)
    }

    @Test mutating func `hand over to what was active before`() {
        let (first, second, third) = (roster.register(), roster.register(), roster.register())
        roster.activate(third)
        roster.activate(first)
        roster.activate(second)
        roster.unregister(second)
        #expect(roster.active == first)
        roster.unregister(third)
        #expect(roster.active == first)
        roster.unregister(first)
        #expect(roster.active == nil)
        // A new one is not active because another once was.
        _ = roster.register()
        #expect(roster.active == nil)
    }

    @Test mutating func `that never were active come last, the latest of all`() {
        let (first, second) = (roster.register(), roster.register())
        roster.activate(second)
        _ = roster.register()
        roster.unregister(second)
        #expect(roster.active == first)
    }

    @Test mutating func `cannot be activated once they have left`() {
        let (first, second) = (roster.register(), roster.register())
        roster.activate(second)
        roster.unregister(first)
        let isActive = roster.activate(first)
        #expect(!isActive)
        #expect(roster.active == second)
    }
}
