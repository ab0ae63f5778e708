// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

extension PlayerProperties {
    /// What an app shows of its own playback.
    package init(_ app: NowPlaying) {
        self.init(
            playbackStatus: app.status,
            loopStatus: app.offers(.changeRepeatMode) ? app.commands.loop : nil,
            rate: app.rate,
            shuffle: app.offers(.changeShuffleMode) ? app.commands.isShuffled : nil,
            metadata: Metadata(app),
            currentEntry: app.item,
            volume: app.volume ?? 1,
            canGoNext: app.canGoNext,
            canGoPrevious: app.canGoPrevious,
            canPlay: app.canPlay,
            canPause: app.canPause,
            canSeek: app.canSeek,
            rates: app.rates)
    }

    /// What the application player shows, with what the app adds to it.
    package init(_ state: PlayerState, earlier: PlayerProperties?, addition app: NowPlaying) {
        let own = PlayerProperties(state, earlier: earlier)
        self.init(
            playbackStatus: own.playbackStatus, loopStatus: own.loopStatus, rate: own.rate,
            shuffle: own.shuffle, metadata: own.metadata.adding(Metadata(app)),
            currentEntry: own.currentEntry, volume: own.volume, canGoNext: own.canGoNext,
            canGoPrevious: own.canGoPrevious, canPlay: own.canPlay, canPause: own.canPause,
            canSeek: own.canSeek, rates: own.rates, canControl: own.canControl)
    }
}

extension Metadata {
    /// Empty without an item.
    package init(_ app: NowPlaying) {
        self.init()
        guard let item = app.item, let info = app.info else { return }
        // An app need not say where its items are.
        let track = Track(url: info.url ?? "", tags: info.tags)
        self.init(item, track, length: info.length)
        add("xesam:asText", text: info.lyrics)
        add("xesam:userRating", info.userRating.map(MetadataValue.double))
        add("xesam:useCount", info.useCount.map(MetadataValue.int32))
        add("xesam:lastUsed", text: info.lastUsed)
        add("gatefold:chapterNumber", info.chapterNumber.map(MetadataValue.int32))
        add("gatefold:chapterCount", info.chapterCount.map(MetadataValue.int32))
        add("gatefold:isLive", info.isLive ? .boolean(true) : nil)
        add("gatefold:explicit", info.isExplicit.map(MetadataValue.boolean))
    }

    /// Fields that are not there yet, of those that do not say which item it is or how long.
    package func adding(_ other: Metadata) -> Metadata {
        let further = other.fields.filter { field in
            self[field.key] == nil && !field.key.hasPrefix("mpris:") && field.key != "xesam:url"
        }
        return Metadata(fields: fields + further)
    }
}
