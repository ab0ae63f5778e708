// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCurl
internal import CGatefoldGLib
internal import GatefoldGLib

/// libcurl's multi handle on our main context.
///
/// libcurl says which sockets it waits for and for how long, and is called when one is ready or the
/// time is over; it never waits itself. Names are resolved on threads of its own.
@PlayerActor
final class CurlMulti {
    let library: CurlLibrary
    private let handle: UnsafeMutableRawPointer
    private var sockets: [Int32: DescriptorSource] = [:]
    private var timer: EventSource?
    /// Called with each handle that has finished, which is no longer a part of this.
    private let onFinish: @PlayerActor (UnsafeMutableRawPointer, CURLcode) -> Void

    var curl: gatefold_curl { library.functions }

    /// Nil if memory is gone.
    init?(
        _ library: CurlLibrary,
        onFinish: @escaping @PlayerActor (UnsafeMutableRawPointer, CURLcode) -> Void
    ) {
        guard let handle = library.functions.multi_init() else { return nil }
        self.library = library
        self.handle = handle
        self.onFinish = onFinish
        withUnsafePointer(to: library.functions) { curl in
            gatefold_curl_multi_set_callbacks(
                curl, handle, Self.socketCallback, Self.timerCallback,
                Unmanaged.passUnretained(self).toOpaque())
            gatefold_curl_multi_set_number(curl, handle, CURLMOPT_MAXCONNECTS, 8)
        }
    }

    isolated deinit {
        // Cleaning up closes idle connections, which concerns nobody any more.
        withUnsafePointer(to: library.functions) {
            gatefold_curl_multi_set_callbacks($0, handle, nil, nil, nil)
        }
        _ = curl.multi_cleanup(handle)
    }

    func add(_ easy: UnsafeMutableRawPointer) -> CURLMcode {
        curl.multi_add_handle(handle, easy)
    }

    func remove(_ easy: UnsafeMutableRawPointer) {
        _ = curl.multi_remove_handle(handle, easy)
    }

    // MARK: Events

    private func act(_ socket: Int32, _ events: Int32) {
        var running: Int32 = 0
        _ = curl.multi_socket_action(handle, socket, events, &running)
        var finished: [(UnsafeMutableRawPointer, CURLcode)] = []
        var left: Int32 = 0
        while let message = curl.multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle
            else { continue }
            finished.append((easy, gatefold_curl_result(message)))
        }
        for (easy, _) in finished { remove(easy) }
        // Only now: what they do may come back here.
        for (easy, result) in finished { onFinish(easy, result) }
    }

    private func watch(_ socket: Int32, for events: Int32) {
        guard events != CURL_POLL_REMOVE else {
            sockets.removeValue(forKey: socket)?.cancel()
            return
        }
        var condition: UInt32 = 0
        if events & CURL_POLL_IN != 0 { condition |= G_IO_IN.rawValue }
        if events & CURL_POLL_OUT != 0 { condition |= G_IO_OUT.rawValue }
        let source =
            sockets[socket]
            ?? DescriptorSource(name: "gatefold curl") { [weak self] condition in
                self?.act(socket, Self.events(condition))
            }
        sockets[socket] = source
        source.watch(socket, for: GIOCondition(rawValue: condition))
    }

    private static func events(_ condition: GIOCondition) -> Int32 {
        var events: Int32 = 0
        if condition.rawValue & G_IO_IN.rawValue != 0 { events |= CURL_CSELECT_IN }
        if condition.rawValue & G_IO_OUT.rawValue != 0 { events |= CURL_CSELECT_OUT }
        let failure = G_IO_ERR.rawValue | G_IO_HUP.rawValue
        if condition.rawValue & failure != 0 { events |= CURL_CSELECT_ERR }
        return events
    }

    /// - Parameter milliseconds: -1 for none.
    private func setTimer(_ milliseconds: Int) {
        guard milliseconds >= 0 else { return timer = nil }
        timer = EventSource.timeout(after: .milliseconds(milliseconds)) { [weak self] in
            self?.act(-1, 0)  // CURL_SOCKET_TIMEOUT
        }
    }

    private static let socketCallback: curl_socket_callback = { _, socket, events, data, _ in
        // libcurl calls this from our calls only, and those are made by the object itself.
        guard let data else { return 0 }
        let multi = Unmanaged<CurlMulti>.fromOpaque(data).takeUnretainedValue()
        PlayerActor.assumeIsolated { multi.watch(socket, for: events) }
        return 0
    }

    private static let timerCallback: curl_multi_timer_callback = { _, milliseconds, data in
        guard let data else { return 0 }
        let multi = Unmanaged<CurlMulti>.fromOpaque(data).takeUnretainedValue()
        PlayerActor.assumeIsolated { multi.setTimer(milliseconds) }
        return 0
    }
}
