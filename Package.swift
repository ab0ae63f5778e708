// swift-tools-version: 6.2
// SPDX-License-Identifier: MPL-2.0

import Glibc
import PackageDescription

let package = Package(
    name: "gatefold",
    products: [
        .executable(name: "gatefoldd", targets: ["gatefoldd"]),
        .executable(name: "gatefold", targets: ["gatefold"]),
        .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
        .library(name: "MusicKit", targets: ["MusicKit"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "os", targets: ["os"]),
        .library(name: "AVFAudio", targets: ["AVFAudio"]),
        .library(name: "AVKit", targets: ["AVKit"]),
        .library(name: "CoreMedia", targets: ["CoreMedia"]),
        .library(name: "OSLog", targets: ["OSLog"]),
        .library(
            name: "gatefold-mediaplayer", type: .dynamic, targets: ["GatefoldMediaPlayerC"]),
    ],
    targets: [
        // Level 0: C libraries by pkg-config.
        .systemLibrary(
            name: "CGatefoldGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CGatefoldDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(
            name: "CGatefoldGStreamer", pkgConfig: "gstreamer-audio-1.0",
            providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
        .systemLibrary(
            name: "CGatefoldTagLibFlags", pkgConfig: "taglib", providers: [.apt(["libtag1-dev"])]),
        .systemLibrary(name: "CGatefoldDispatch"),
        .systemLibrary(
            name: "CGatefoldSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CGatefoldTagLib", dependencies: ["CGatefoldTagLibFlags"]),
        // No pkgConfig: it would link the library, which is loaded when it is first needed.
        .systemLibrary(name: "CGatefoldCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // Likewise, and without its headers.
        .systemLibrary(name: "CGatefoldCrypto"),

        // Level 1: values and rules.
        .target(name: "GatefoldModel"),

        // Level 2: the main context; pure translation.
        .target(name: "GatefoldGLib", dependencies: ["GatefoldModel", "CGatefoldGLib"]),
        .target(name: "GatefoldMPRIS", dependencies: ["GatefoldModel"]),

        // Level 3: D-Bus, the session, the artwork cache.
        .target(
            name: "GatefoldDBus", dependencies: ["GatefoldGLib", "CGatefoldDBus", "CGatefoldGLib"]),
        .target(name: "GatefoldPlayer", dependencies: ["GatefoldModel", "GatefoldGLib"]),
        .target(name: "GatefoldArtwork", dependencies: ["GatefoldModel", "GatefoldGLib"]),

        // Level 4: edges, which never import each other.
        .target(
            name: "GatefoldBus",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldDBus", "GatefoldMPRIS", "GatefoldPlayer",
            ]),
        .target(
            name: "GatefoldGStreamer",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldPlayer", "CGatefoldGStreamer",
                "CGatefoldGLib",
            ]),
        .target(
            name: "GatefoldLibrary",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldArtwork", "CGatefoldTagLib",
                "CGatefoldSQLite", "CGatefoldGLib",
            ]),

        .target(
            name: "GatefoldCatalog",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldArtwork", "CGatefoldCurl",
                "CGatefoldCrypto", "CGatefoldGLib",
            ]),

        .target(
            name: "GatefoldSecrets",
            dependencies: ["GatefoldModel", "GatefoldGLib", "GatefoldDBus"]),

        // Level 5: composition.
        .target(
            name: "GatefoldRuntime",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldDBus", "GatefoldMPRIS", "GatefoldPlayer",
                "GatefoldArtwork", "GatefoldBus", "GatefoldGStreamer", "GatefoldLibrary",
                "GatefoldCatalog", "GatefoldSecrets",
            ]),

        .target(
            name: "GatefoldPresence",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldDBus", "GatefoldMPRIS", "GatefoldPlayer",
                "GatefoldBus", "GatefoldArtwork",
            ]),

        // Level 6: the modules that apps import.
        .target(
            name: "MediaPlayer",
            dependencies: [
                "GatefoldPresence", "GatefoldModel", "GatefoldGLib", "CGatefoldDispatch", "Combine",
                "CoreMedia",
            ]),
        .target(
            name: "MusicKit",
            dependencies: [
                "GatefoldPresence", "GatefoldRuntime", "GatefoldBus", "GatefoldLibrary",
                "GatefoldPlayer", "GatefoldArtwork", "GatefoldGLib", "GatefoldModel", "Combine",
            ]),
        .target(
            name: "AVFoundation",
            dependencies: [
                "GatefoldRuntime", "GatefoldPlayer", "GatefoldGLib", "GatefoldModel", "Combine",
                "CoreMedia",
            ]),

        // Beside the levels: what Apple's code imports besides, which knows nothing of ours.
        .target(name: "Combine"),
        .target(name: "CoreMedia"),
        .target(name: "CGatefoldOS"),
        .target(name: "os", dependencies: ["CGatefoldOS"]),

        // Other names by which Apple's code imports the same.
        .target(name: "AVFAudio", dependencies: ["AVFoundation"]),
        .target(name: "AVKit", dependencies: ["AVFoundation"]),
        .target(name: "OSLog", dependencies: ["os"]),

        // Level 6: executables.
        .executableTarget(
            name: "gatefoldd", dependencies: ["GatefoldRuntime", "GatefoldModel", "GatefoldGLib"]),
        .executableTarget(
            name: "gatefold",
            dependencies: [
                "GatefoldBus", "GatefoldSecrets", "GatefoldMPRIS", "GatefoldModel", "GatefoldGLib",
            ]),

        // The same for C: a header, and what is behind it.
        .target(name: "CGatefoldMediaPlayer"),
        .target(
            name: "GatefoldMediaPlayerC",
            dependencies: [
                "CGatefoldMediaPlayer", "GatefoldPresence", "GatefoldModel", "GatefoldGLib",
            ]),

        // What apps look like.
        .executableTarget(
            name: "NowPlayingPublisher", dependencies: ["MediaPlayer"],
            path: "Sources/Examples/NowPlayingPublisher"),
        .executableTarget(
            name: "HybridPlayer", dependencies: ["MediaPlayer", "MusicKit"],
            path: "Sources/Examples/HybridPlayer"),
        .executableTarget(
            name: "QueuePlayer", dependencies: ["MusicKit"], path: "Sources/Examples/QueuePlayer"),

        // Tests and numbers.
        .target(name: "GatefoldSamples", path: "Tests/GatefoldSamples"),
        .target(
            name: "CGatefoldBareTagLib", dependencies: ["CGatefoldTagLibFlags"],
            path: "Tests/CGatefoldBareTagLib"),
        .target(
            name: "GatefoldTestSupport",
            dependencies: ["GatefoldModel", "GatefoldGLib", "GatefoldDBus", "GatefoldPlayer"],
            path: "Tests/GatefoldTestSupport"),
        .executableTarget(
            name: "GatefoldBenchmarks",
            dependencies: [
                "GatefoldModel", "GatefoldGLib", "GatefoldDBus", "GatefoldLibrary",
                "GatefoldCatalog", "GatefoldArtwork", "GatefoldSamples", "CGatefoldBareTagLib",
                "CGatefoldDBus",
            ],
            path: "Tests/GatefoldBenchmarks"),
        .testTarget(name: "GatefoldModelTests", dependencies: ["GatefoldModel"]),
        .testTarget(name: "GatefoldMPRISTests", dependencies: ["GatefoldMPRIS", "GatefoldModel"]),
        .testTarget(
            name: "GatefoldGLibTests",
            dependencies: ["GatefoldGLib", "GatefoldModel", "GatefoldTestSupport"]),
        .testTarget(
            name: "GatefoldDBusTests",
            dependencies: ["GatefoldDBus", "GatefoldGLib", "GatefoldTestSupport"]),
        .testTarget(
            name: "GatefoldPlayerTests",
            dependencies: [
                "GatefoldPlayer", "GatefoldModel", "GatefoldGLib", "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldArtworkTests",
            dependencies: [
                "GatefoldArtwork", "GatefoldModel", "GatefoldGLib", "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldBusTests",
            dependencies: [
                "GatefoldBus", "GatefoldDBus", "GatefoldPlayer", "GatefoldModel", "GatefoldMPRIS",
                "GatefoldGLib", "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldGStreamerTests",
            dependencies: [
                "GatefoldGStreamer", "GatefoldPlayer", "GatefoldModel", "GatefoldGLib",
                "GatefoldTestSupport",
            ]),
        .executableTarget(
            name: "LibraryProgram",
            dependencies: ["GatefoldLibrary", "GatefoldModel", "GatefoldGLib", "GatefoldSamples"],
            path: "Tests/LibraryProgram"),
        .testTarget(
            name: "GatefoldLibraryTests",
            dependencies: [
                "GatefoldLibrary", "LibraryProgram", "GatefoldArtwork", "GatefoldModel",
                "GatefoldGLib", "GatefoldSamples", "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldCatalogTests",
            dependencies: [
                "GatefoldCatalog", "GatefoldArtwork", "GatefoldModel", "GatefoldGLib",
                "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldSecretsTests",
            dependencies: [
                "GatefoldSecrets", "GatefoldDBus", "GatefoldGLib", "GatefoldModel",
                "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldRuntimeTests",
            dependencies: [
                "GatefoldRuntime", "gatefoldd", "GatefoldLibrary", "GatefoldArtwork",
                "GatefoldCatalog", "GatefoldSecrets", "GatefoldBus", "GatefoldDBus",
                "GatefoldGStreamer", "GatefoldPlayer", "GatefoldModel", "GatefoldGLib",
                "GatefoldTestSupport",
            ]),
        .testTarget(name: "CombineTests", dependencies: ["Combine", "GatefoldTestSupport"]),
        .testTarget(name: "OSTests", dependencies: ["os", "CGatefoldOS", "GatefoldTestSupport"]),
        .testTarget(
            name: "MusicKitTests",
            dependencies: [
                "MusicKit", "AVFoundation", "AVFAudio", "AVKit", "CoreMedia", "OSLog",
                "QueuePlayer", "gatefoldd", "GatefoldLibrary", "GatefoldModel", "GatefoldGLib",
                "GatefoldSamples", "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "AVFoundationTests",
            dependencies: [
                "AVFoundation", "Combine", "GatefoldModel", "GatefoldSamples",
                "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldPresenceTests",
            dependencies: [
                "GatefoldPresence", "GatefoldDBus", "GatefoldMPRIS", "GatefoldPlayer",
                "GatefoldModel", "GatefoldGLib", "GatefoldTestSupport",
            ]),
        .executableTarget(
            name: "LoopProgram", dependencies: ["MediaPlayer", "CGatefoldGLib"],
            path: "Tests/LoopProgram"),
        .testTarget(
            name: "MediaPlayerTests",
            dependencies: [
                "MediaPlayer", "LoopProgram", "NowPlayingPublisher", "HybridPlayer",
                "GatefoldModel", "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "GatefoldCommandTests",
            dependencies: [
                "gatefold", "GatefoldBus", "GatefoldDBus", "GatefoldGLib", "GatefoldModel",
                "GatefoldTestSupport",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "GatefoldTestSupport", "GatefoldModel", "GatefoldGLib", "gatefold", "gatefoldd",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// One place for the language settings, so that a new target cannot forget them.
let swiftTargets: Set<Target.TargetType> = [.regular, .executable, .test]
let cTargets: Set = ["CGatefoldTagLib", "CGatefoldOS", "CGatefoldBareTagLib"]
for target in package.targets
where swiftTargets.contains(target.type) && !cTargets.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

// The programs' relocations packed (DT_RELR), which is a megabyte less to read and to keep at each
// start. LLD of the Swift toolchain writes them, and the C library understands them from 2.36 on,
// the version that brought arc4random.
let packsRelocations = dlsym(nil, "arc4random") != nil
for target in package.targets where ["gatefoldd", "gatefold"].contains(target.name) {
    if packsRelocations {
        target.linkerSettings = [
            .unsafeFlags(
                ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
                .when(platforms: [.linux], configuration: .release))
        ]
    }
}
