// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldGLib
package import GatefoldModel

extension SoundDevice {
    /// What a new stream of sound would come out of; nil where there is no device.
    ///
    /// Asks the sound server, which takes some milliseconds: for any thread but the players'.
    package static func current() -> SoundDevice? {
        guard GStreamerSetup.failure == nil, let monitor = gst_device_monitor_new() else {
            return nil
        }
        defer { gst_object_unref(monitor) }
        gst_device_monitor_add_filter(monitor, "Audio/Sink", nil)
        guard gst_device_monitor_start(monitor) != 0 else { return nil }
        defer { gst_device_monitor_stop(monitor) }
        let list = gst_device_monitor_get_devices(monitor)
        defer { gatefold_free_objects(list) }
        let devices = sequence(first: list) { $0?.pointee.next }.compactMap { $0?.pointee.data }
            .map { $0.assumingMemoryBound(to: GstDevice.self) }
        // Without a sound server no device is the default one, and the first is taken.
        return (devices.first(where: isDefault) ?? devices.first).map { SoundDevice($0) }
    }

    private static func isDefault(_ device: UnsafeMutablePointer<GstDevice>) -> Bool {
        guard let properties = gst_device_get_properties(device) else { return false }
        defer { gst_structure_free(properties) }
        var value: gboolean = 0
        return gst_structure_get_boolean(properties, "is-default", &value) != 0 && value != 0
    }

    private init(_ device: UnsafeMutablePointer<GstDevice>) {
        let name = gst_device_get_display_name(device)
        let id = gatefold_string_property(device, "internal-name")
        let facts = gst_device_get_properties(device)
        defer {
            g_free(name)
            g_free(id)
            if let facts { gst_structure_free(facts) }
        }
        var properties: [String: String] = [:]
        for key in Self.words {
            guard let facts, let value = gst_structure_get_string(facts, key) else { continue }
            properties[key] = String(cString: value)
        }
        let title = name.map { String(cString: $0) } ?? ""
        self.init(
            name: title, id: id.map { String(cString: $0) } ?? properties["node.name"] ?? title,
            properties: properties)
    }

    /// PulseAudio's, which PipeWire uses as well, and one of PipeWire's own.
    private static let words = [
        "device.form_factor", "device.bus", "device.class", "device.profile.name", "node.name",
    ]
}
