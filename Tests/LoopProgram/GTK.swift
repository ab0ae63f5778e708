// SPDX-License-Identifier: MPL-2.0

import Glibc

/// GTK 4, found when it is needed, so that building needs nothing of it.
enum GTK {
    private typealias Initialise = @convention(c) () -> Void
    private typealias NewWindow = @convention(c) () -> OpaquePointer?
    private typealias Present = @convention(c) (OpaquePointer?) -> Void

    /// Makes this thread GTK's, with a window.
    static func showWindow() {
        function("gtk_init", Initialise.self)()
        let window = function("gtk_window_new", NewWindow.self)()
        function("gtk_window_present", Present.self)(window)
    }

    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        let library = dlopen("libgtk-4.so.1", RTLD_NOW)
        guard let symbol = dlsym(library, name) else { fatalError("GTK 4 has no \(name)") }
        return unsafeBitCast(symbol, to: type)
    }
}
