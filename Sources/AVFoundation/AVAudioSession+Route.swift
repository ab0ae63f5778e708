// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel
internal import GatefoldRuntime
internal import Synchronization

extension AVAudioSession {
    /// Where sound comes out.
    ///
    /// On Apple platforms the system knows it at any time. Here the sound server is asked each time,
    /// which takes some milliseconds.
    public var currentRoute: AVAudioSessionRouteDescription {
        let route = AVAudioSessionRouteDescription(LocalPlayer.soundDevice)
        settings.withLock { $0.lastRoute = route }
        return route
    }

    /// What kind of device sound goes through.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A kind by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A socket for a line in.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The computer's own microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a headset.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// A socket for a line out.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Headphones with a cable.
        public static let headphones = Port(rawValue: "Headphones")
        /// Headphones or loudspeakers by Bluetooth.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// A telephone's earpiece.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The computer's own loudspeakers.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// A screen's loudspeakers, by HDMI.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// Loudspeakers on the network, by AirPlay.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A hearing aid by Bluetooth.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A headset by Bluetooth, for calls.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A device on USB.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// A device that is only a program.
        public static let virtual = Port(rawValue: "Virtual")
        /// A card in the computer.
        public static let PCI = Port(rawValue: "PCI")
        /// A device on FireWire.
        public static let fireWire = Port(rawValue: "FireWire")
        /// A screen's loudspeakers, by DisplayPort.
        public static let displayPort = Port(rawValue: "DisplayPort")
        /// A device on the network, by AVB.
        public static let AVB = Port(rawValue: "AVB")
        /// A device on Thunderbolt.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")
    }
}

/// Where sound comes in and goes out.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
    /// What is recorded from: nothing, as nothing is recorded.
    public let inputs: [AVAudioSessionPortDescription]
    /// What it comes out of: one device, or none.
    public let outputs: [AVAudioSessionPortDescription]

    init(_ device: SoundDevice?) {
        inputs = []
        outputs = device.map { [AVAudioSessionPortDescription($0)] } ?? []
    }
}

/// One device of a route.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
    /// What kind of device it is.
    public let portType: AVAudioSession.Port
    /// Its name, for people.
    public let portName: String
    /// Its name, for programs: the sound server's.
    public let uid: String

    init(_ device: SoundDevice) {
        portType = AVAudioSession.Port(device)
        portName = device.name
        uid = device.id
    }
}

extension AVAudioSession.Port {
    /// By the words of PulseAudio's property list; what it does not say is a built-in loudspeaker.
    init(_ device: SoundDevice) {
        let form = device.properties["device.form_factor"]
        let bus = device.properties["device.bus"]
        let profile = device.properties["device.profile.name"] ?? ""
        let isForCalls = ["headset", "handsfree"].contains(where: profile.hasPrefix)
        self =
            switch (bus, form) {
            case (_, "car"): .carAudio
            case ("bluetooth", _): isForCalls ? .bluetoothHFP : .bluetoothA2DP
            case ("usb", _): .usbAudio
            case ("firewire", _): .fireWire
            case (_, "headphone"), (_, "headset"): .headphones
            case _ where profile.contains("hdmi"): .HDMI
            case _ where device.properties["device.class"] == "abstract": .virtual
            default: .builtInSpeaker
            }
    }
}
