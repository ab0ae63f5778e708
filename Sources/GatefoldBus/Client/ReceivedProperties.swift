// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel

/// The properties of the player's two interfaces as the bus delivers them, kept current.
struct ReceivedProperties {
    private var values: [String: [String: DBusValue]] = [:]
    private var anchor = PlayerSnapshot.Anchor()

    static let mpris = "org.mpris.MediaPlayer2.Player"
    static let own = "org.gatefold.Player1"

    mutating func replace(_ interface: String, _ properties: [String: DBusValue]) {
        values[interface] = properties
        anchorPosition(properties["Position"])
    }

    /// Takes in the body of a `PropertiesChanged`.
    mutating func merge(_ interface: String, _ changed: [String: DBusValue]) {
        values[interface, default: [:]].merge(changed) { $1 }
    }

    mutating func anchorPosition(_ value: DBusValue?) {
        guard let microseconds = value?.int64Value else { return }
        let now = MonotonicTime(nanoseconds: monotonicNanoseconds())
        anchor = .init(MediaTime(microseconds: microseconds), at: now)
    }

    var snapshot: PlayerSnapshot {
        let player = values[Self.mpris] ?? [:]
        let own = values[Self.own] ?? [:]
        var snapshot = PlayerSnapshot()
        let status = player["PlaybackStatus"]?.stringValue?.lowercased()
        snapshot.status = status.flatMap(PlayerSnapshot.Status.init) ?? .stopped
        snapshot.entry = player["Metadata"]?.vardictValue.flatMap(PlayerSnapshot.Entry.init)
        snapshot.anchor = anchor
        snapshot.index = own["CurrentIndex"]?.int32Value.flatMap { $0 < 0 ? nil : Int($0) }
        snapshot.queueLength = own["QueueLength"]?.uint32Value.map(Int.init) ?? 0
        snapshot.volume = player["Volume"]?.doubleValue ?? 1
        snapshot.isMuted = own["Muted"]?.boolValue ?? false
        snapshot.replayGain =
            own["ReplayGain"]?.stringValue.flatMap(ReplayGainMode.init) ?? .off
        snapshot.rate = player["Rate"]?.doubleValue ?? 1
        snapshot.rates = Self.range(player["MinimumRate"], player["MaximumRate"])
        snapshot.shuffle = player["Shuffle"]?.boolValue ?? false
        snapshot.loop = player["LoopStatus"]?.stringValue.flatMap(PlayerSnapshot.Loop.init) ?? .none
        snapshot.can = PlayerSnapshot.Abilities(player)
        snapshot.isBuffering = own["Buffering"]?.boolValue ?? false
        snapshot.output = own["Output"]?.stringValue ?? ""
        return snapshot
    }

    private static func range(_ low: DBusValue?, _ high: DBusValue?) -> ClosedRange<Double> {
        let (low, high) = (low?.doubleValue ?? 1, high?.doubleValue ?? 1)
        return low <= high ? low...high : 1...1
    }
}

extension PlayerSnapshot.Entry {
    /// Nil for an empty `Metadata`: nothing is current.
    init?(_ metadata: [String: DBusValue]) {
        guard let id = metadata["mpris:trackid"]?.objectPathValue else { return nil }
        self.init(id: id.rawValue)
        title = metadata["xesam:title"]?.stringValue
        artists = metadata["xesam:artist"]?.stringsValue ?? []
        album = metadata["xesam:album"]?.stringValue
        url = metadata["xesam:url"]?.stringValue
        artwork = metadata["mpris:artUrl"]?.stringValue
        length = metadata["mpris:length"]?.int64Value.map(MediaTime.init(microseconds:))
        isPreview = metadata["gatefold:preview"]?.boolValue ?? false
        page = metadata["gatefold:page"]?.stringValue
    }
}

extension PlayerSnapshot.Abilities {
    fileprivate init(_ properties: [String: DBusValue]) {
        self.init()
        func has(_ name: String) -> Bool { properties[name]?.boolValue ?? false }
        play = has("CanPlay")
        pause = has("CanPause")
        seek = has("CanSeek")
        goNext = has("CanGoNext")
        goPrevious = has("CanGoPrevious")
    }
}
