// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import GatefoldModel
import Testing

@testable import AVFoundation

@Suite struct `Where sound comes out` {
    private func port(_ properties: [String: String]) -> AVAudioSession.Port {
        .init(SoundDevice(name: "A", id: "a", properties: properties))
    }

    @Test func `is what the sound server says of its device`() {
        #expect(port([:]) == .builtInSpeaker)
        #expect(port(["device.form_factor": "headphone", "device.bus": "pci"]) == .headphones)
        #expect(port(["device.form_factor": "headset"]) == .headphones)
        #expect(port(["device.form_factor": "headphone", "device.bus": "usb"]) == .usbAudio)
        #expect(port(["device.form_factor": "car", "device.bus": "bluetooth"]) == .carAudio)
        #expect(port(["device.profile.name": "hdmi-stereo", "device.bus": "pci"]) == .HDMI)
        #expect(port(["device.class": "abstract"]) == .virtual)
    }

    @Test func `tells music by Bluetooth from calls`() {
        #expect(
            port(["device.bus": "bluetooth", "device.profile.name": "a2dp-sink"]) == .bluetoothA2DP)
        #expect(
            port(["device.bus": "bluetooth", "device.profile.name": "headset-head-unit"])
                == .bluetoothHFP)
    }

    @Test func `has the device's names`() throws {
        let route = AVAudioSessionRouteDescription(
            SoundDevice(name: "Earbuds", id: "bluez_output.1", properties: [:]))
        let output = try #require(route.outputs.first)
        #expect(output.portName == "Earbuds")
        #expect(output.uid == "bluez_output.1")
        #expect(route.inputs.isEmpty)
    }

    @Test func `is nowhere where the user has no sound`() throws {
        _ = try SoundRig()
        #expect(AVAudioSession.sharedInstance().currentRoute.outputs.isEmpty)
    }
}

@Suite struct `Recording` {
    @Test func `is not permitted, as nothing is recorded`() async {
        let session = AVAudioSession.sharedInstance()
        #expect(session.recordPermission == .denied)
        let isGranted = await withCheckedContinuation { answer in
            session.requestRecordPermission { answer.resume(returning: $0) }
        }
        #expect(!isGranted)
    }
}
