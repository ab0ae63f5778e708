// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

/// The player's state for programs: the keys are stable.
enum StatusJSON {
    static func text(_ snapshot: PlayerSnapshot, at now: MonotonicTime) -> String {
        let entry = snapshot.entry
        var json = JSONText()
        json.add("status", snapshot.status.rawValue)
        json.add("title", entry?.title)
        json.add("artist", entry?.artists ?? [])
        json.add("album", entry?.album)
        json.add("uri", entry?.url)
        json.add("art", entry?.artwork)
        json.add("position_us", snapshot.position(at: now).microseconds)
        json.add("length_us", entry?.length?.microseconds)
        json.add("index", snapshot.index.map { Int64($0) + 1 })
        json.add("queue_length", Int64(snapshot.queueLength))
        json.add("volume", snapshot.volume)
        json.add("muted", snapshot.isMuted)
        json.add("rate", snapshot.rate)
        json.add("shuffle", snapshot.shuffle)
        json.add("repeat", snapshot.loop.mode.rawValue)
        json.add("replay_gain", snapshot.replayGain.rawValue)
        json.add("buffering", snapshot.isBuffering)
        json.add("output", snapshot.output.isEmpty ? nil : snapshot.output)
        json.add("preview", entry?.isPreview ?? false)
        json.add("page", entry?.page)
        json.add("can", abilities(snapshot.can))
        return json.text
    }

    private static func abilities(_ can: PlayerSnapshot.Abilities) -> JSONText {
        var json = JSONText()
        json.add("play", can.play)
        json.add("pause", can.pause)
        json.add("seek", can.seek)
        json.add("next", can.goNext)
        json.add("previous", can.goPrevious)
        return json
    }

    static let documentation = """
        --json prints one object with these keys; what is unknown is null:
          status        "playing", "paused" or "stopped"
          title, album  text
          artist        a list of texts
          uri, art      URIs of the entry and of its artwork
          position_us   microseconds from the beginning
          length_us     microseconds
          index         position in the queue, from 1
          queue_length  number of entries
          volume        0.0 to 1.0
          muted         true or false
          rate          1.0 is the recorded speed
          shuffle       true or false
          repeat        "off", "one" or "all"
          replay_gain   "off", "track" or "album"
          buffering     true while a network stream waits for data
          output        what is odd about the sound output, such as no sound device
          preview       true where only a piece of it is heard
          page          of a preview, the page on the web about the whole
          can           an object: play, pause, seek, next, previous; true or false
        """
}
