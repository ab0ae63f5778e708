// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// What MPRIS has and Apple has not: who the app is on the desktop, and how it is raised, ended, made
/// to open something, and made louder.
///
/// An addition: not on Apple platforms. Nothing of it is needed: name and desktop file are found from
/// the program's own name. Closures are called where handlers of remote commands are.
public final class MPRISController: Sendable {
    /// The one of the process.
    public static let shared = MPRISController()

    private let state = Mutex(State())

    /// `@unchecked Sendable`: the closures are called in one place, where handlers are.
    private struct State: @unchecked Sendable {
        var overrides = IdentityOverrides()
        var onRaise: (() -> Void)?
        var onQuit: (() -> Void)?
        var onOpenURI: ((URL) -> Bool)?
        var volume: Double?
        var onVolumeChange: ((Double) -> Void)?
    }

    private init() {}

    // MARK: Who the app is

    /// The end of the bus name, `org.mpris.MediaPlayer2.…`; nil is the program's name.
    ///
    /// To be set before the app appears on the desktop.
    public var busNameSuffix: String? {
        get { state.withLock { $0.overrides.name } }
        set { override { $0.name = newValue } }
    }

    /// MPRIS's `Identity`, the name for people; nil is what the desktop file says.
    public var identity: String? {
        get { state.withLock { $0.overrides.identity } }
        set { override { $0.identity = newValue } }
    }

    /// MPRIS's `DesktopEntry`, the name of the desktop file without `.desktop`, which also has the
    /// icon; nil is the file that belongs to the program.
    public var desktopEntry: String? {
        get { state.withLock { $0.overrides.desktopEntry } }
        set { override { $0.desktopEntry = newValue } }
    }

    /// MPRIS's `SupportedUriSchemes`, told with `onOpenURI`; nil is what the desktop file says.
    public var supportedURISchemes: [String]? {
        get { state.withLock { $0.overrides.supportedURISchemes } }
        set { override { $0.supportedURISchemes = newValue } }
    }

    /// MPRIS's `SupportedMimeTypes`, told with `onOpenURI`; nil is what the desktop file says.
    public var supportedMIMETypes: [String]? {
        get { state.withLock { $0.overrides.supportedMIMETypes } }
        set { override { $0.supportedMIMETypes = newValue } }
    }

    private func override(_ change: (inout IdentityOverrides) -> Void) {
        let overrides = state.withLock { state in
            change(&state.overrides)
            return state.overrides
        }
        PlayerActor.post { ApplicationPresence.shared.overrides = overrides }
    }

    // MARK: What the app can be asked

    /// Shows the app's window: MPRIS's `Raise`.
    public var onRaise: (() -> Void)? {
        get { read { $0.onRaise } }
        set {
            write(newValue) { $0.onRaise = $1 }
            let call = newValue == nil ? nil : perform { $0.onRaise }
            PlayerActor.post { ApplicationPresence.shared.onRaise = call }
        }
    }

    /// Ends the app: MPRIS's `Quit`.
    public var onQuit: (() -> Void)? {
        get { read { $0.onQuit } }
        set {
            write(newValue) { $0.onQuit = $1 }
            let call = newValue == nil ? nil : perform { $0.onQuit }
            PlayerActor.post { ApplicationPresence.shared.onQuit = call }
        }
    }

    /// Plays what a URI names, and returns whether it can: MPRIS's `OpenUri`, for
    /// `supportedURISchemes`.
    public var onOpenURI: ((URL) -> Bool)? {
        get { read { $0.onOpenURI } }
        set {
            write(newValue) { $0.onOpenURI = $1 }
            let opener = newValue == nil ? nil : opener
            PlayerActor.post { ApplicationPresence.shared.onOpen = opener }
        }
    }

    private func read<Action>(_ action: (State) -> Action) -> Action {
        state.withLock { Unchecked(action($0)) }.value
    }

    private func write<Action>(_ action: Action, _ store: (inout State, Action) -> Void) {
        let action = Unchecked(action)
        state.withLock { store(&$0, action.value) }
    }

    /// Calls what the action is by then, where handlers are called.
    private func perform(
        _ action: @escaping @Sendable (State) -> (() -> Void)?
    ) -> @PlayerActor @Sendable () -> Void {
        { MainQueue.shared.perform { self.read(action)?() } }
    }

    private var opener: ApplicationPresence.OpenAction {
        { uri, completion in
            MainQueue.shared.perform {
                let isOpened = URL(string: uri).map { self.read { $0.onOpenURI }?($0) ?? false }
                let problem = SourceProblem(source: uri, reason: "cannot be opened")
                PlayerActor.post {
                    completion(isOpened ?? false ? .success(()) : .failure(problem))
                }
            }
        }
    }

    // MARK: Volume

    /// MPRIS's `Volume`, 0…1; nil where the app has none of its own.
    public var volume: Double? {
        get { state.withLock { $0.volume } }
        set {
            let volume = newValue.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
            state.withLock { $0.volume = volume }
            Centers.shared.source.update { nowPlaying, _ in nowPlaying.volume = volume }
        }
    }

    /// Makes the app louder or softer; `volume` has changed before.
    public var onVolumeChange: ((Double) -> Void)? {
        get { read { $0.onVolumeChange } }
        set { write(newValue) { $0.onVolumeChange = $1 } }
    }

    func changeVolume(_ newVolume: Double) {
        volume = newVolume
        read { $0.onVolumeChange }?(newVolume)
    }

    // MARK: Loops that do not serve the main queue

    /// A descriptor that is readable while `serveMainQueue()` has something to do.
    ///
    /// For programs whose main thread runs a loop of another library, such as GLib's: watch it there,
    /// and handlers, `MainActor` and `DispatchQueue.main` work as they do under `RunLoop.main`.
    /// Without it handlers are called on a thread of this library.
    public var mainQueueDescriptor: Int32 { MainQueue.shared.descriptor }

    /// Runs what waits for the main thread; on the main thread.
    public func serveMainQueue() {
        MainQueue.shared.serve()
    }
}
