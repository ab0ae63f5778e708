// SPDX-License-Identifier: MPL-2.0

/// What sound comes out of, as the sound server describes it.
package struct SoundDevice: Sendable, Hashable {
    /// For people.
    package var name: String
    /// For programs: the sound server's own name.
    package var id: String
    /// PulseAudio's words for it, such as `device.form_factor` and `headphone`.
    package var properties: [String: String]

    package init(name: String, id: String, properties: [String: String]) {
        self.name = name
        self.id = id
        self.properties = properties
    }
}
