// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCurl
internal import GatefoldGLib
internal import GatefoldModel

/// A libcurl easy handle, made ready for one request, and what came of it.
@PlayerActor
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let library: CurlLibrary
    private let sizeLimit: Int
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var headers: [HTTPHeader] = []
    private var body: [UInt8] = []
    private(set) var isOverLimit = false
    private let scope: @Sendable (String) -> NetworkScope
    /// Where the first answer comes from.
    private var firstScope: NetworkScope?
    /// libcurl refuses one of the options without which we do not ask.
    private var isRefused = false

    init?(
        _ library: CurlLibrary, _ request: HTTPRequest, authorities: String?,
        scope: @escaping @Sendable (String) -> NetworkScope
    ) {
        guard let pointer = library.functions.easy_init() else { return nil }
        self.library = library
        self.pointer = pointer
        self.scope = scope
        sizeLimit = request.limits.size
        setAddress(request)
        setLimits(request.limits)
        setContent(request)
        setReceivers()
        if let authorities { set(CURLOPT_CAINFO, authorities) }
        if isRefused { return nil }
    }

    isolated deinit {
        library.functions.easy_cleanup(pointer)
        library.functions.slist_free_all(headerList)
    }

    var response: HTTPResponse {
        let status = withUnsafePointer(to: library.functions) {
            gatefold_curl_number($0, pointer, CURLINFO_RESPONSE_CODE)
        }
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    // MARK: Options

    private func setAddress(_ request: HTTPRequest) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 1)
        set(CURLOPT_MAXREDIRS, request.limits.redirects)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Rather shares a connection that is being made than makes another. Without TLS nothing
        // tells early that HTTP/2 is not spoken, and one would wait for another's end.
        if request.url.lowercased().hasPrefix("https:") { set(CURLOPT_PIPEWAIT, 1) }
    }

    private func setLimits(_ limits: HTTPRequest.Limits) {
        set(CURLOPT_TIMEOUT_MS, limits.time.milliseconds)
        set(CURLOPT_CONNECTTIMEOUT_MS, limits.silence.milliseconds)
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, max(1, limits.silence.milliseconds / 1000))
        // What says that it is too large is not even begun.
        _ = withUnsafePointer(to: library.functions) {
            gatefold_curl_set_size($0, pointer, CURLOPT_MAXFILESIZE_LARGE, Int64(limits.size))
        }
        // Signals would interrupt threads that are not ours.
        set(CURLOPT_NOSIGNAL, 1)
        // A cancelled transfer does not wait for the thread that resolves its server's name. Where
        // libcurl is too old for it, it waits.
        _ = withUnsafePointer(to: library.functions) {
            gatefold_curl_set_number($0, pointer, CURLOPT_QUICK_EXIT, 1)
        }
    }

    private func setContent(_ request: HTTPRequest) {
        set(CURLOPT_USERAGENT, "Gatefold/\(gatefoldVersion)")
        // All compressions that libcurl knows.
        set(CURLOPT_ACCEPT_ENCODING, "")
        if let body = request.body {
            set(CURLOPT_POSTFIELDSIZE, body.count)
            body.withUnsafeBytes { bytes in
                let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                let isSet = withUnsafePointer(to: library.functions) {
                    gatefold_curl_set_text($0, pointer, CURLOPT_COPYPOSTFIELDS, text)
                }
                if isSet == 0 { isRefused = true }
            }
        }
        switch (request.method, request.body) {
        case ("GET", nil), ("POST", .some): break
        case ("HEAD", nil): set(CURLOPT_NOBODY, 1)
        default: set(CURLOPT_CUSTOMREQUEST, request.method)
        }
        for header in request.headers {
            // A line end would begin a header of the attacker's choice.
            let line = "\(header.name): \(header.value)"
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                return isRefused = true
            }
            headerList = library.functions.slist_append(headerList, line)
        }
        if let headerList { set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(headerList)) }
    }

    private func setReceivers() {
        let own = Unmanaged.passUnretained(self).toOpaque()
        set(CURLOPT_WRITEDATA, own)
        set(CURLOPT_HEADERDATA, own)
        set(CURLOPT_PREREQDATA, own)
        withUnsafePointer(to: library.functions) { curl in
            _ = gatefold_curl_set_receiver(curl, pointer, CURLOPT_WRITEFUNCTION, Self.bodyCallback)
            _ = gatefold_curl_set_receiver(
                curl, pointer, CURLOPT_HEADERFUNCTION, Self.headerCallback)
            if gatefold_curl_set_gate(curl, pointer, Self.gateCallback) == 0 { isRefused = true }
        }
    }

    private func set(_ option: CURLoption, _ value: Int) {
        let isSet = withUnsafePointer(to: library.functions) {
            gatefold_curl_set_number($0, pointer, option, value)
        }
        if isSet == 0 { isRefused = true }
    }

    private func set(_ option: CURLoption, _ value: String) {
        let isSet = withUnsafePointer(to: library.functions) {
            gatefold_curl_set_text($0, pointer, option, value)
        }
        if isSet == 0 { isRefused = true }
    }

    private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
        let isSet = withUnsafePointer(to: library.functions) {
            gatefold_curl_set_pointer($0, pointer, option, value)
        }
        if isSet == 0 { isRefused = true }
    }

    // MARK: Receiving

    /// False ends the transfer.
    private func receive(body part: UnsafeRawBufferPointer) -> Bool {
        isOverLimit = body.count + part.count > sizeLimit
        if !isOverLimit { body += part }
        return !isOverLimit
    }

    /// libcurl bounds the headers itself.
    private func receive(header part: UnsafeRawBufferPointer) {
        let line = String(decoding: part, as: UTF8.self)
        // Each answer on the way, such as a redirect, begins anew.
        if line.hasPrefix("HTTP/") { return headers = [] }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
        let end = value.lastIndex { !$0.isWhitespace }.map { value.index(after: $0) }
        headers.append(
            HTTPHeader(String(line[..<colon]), String(value[..<(end ?? value.startIndex)])))
    }

    /// Whether a server at this address is asked; called before each request, redirected or not.
    private func admits(_ address: String) -> Bool {
        let scope = scope(address)
        guard let firstScope else {
            firstScope = scope
            return true
        }
        return scope >= firstScope
    }

    private typealias Receiver =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

    // All are called from within our own calls, for a handle that lives.
    private static let gateCallback: curl_prereq_callback = { data, address, _, _, _ in
        guard let data, let address else { return 1 }  // CURL_PREREQFUNC_ABORT
        let text = String(cString: address)
        let handle = Unmanaged<EasyHandle>.fromOpaque(data).takeUnretainedValue()
        return PlayerActor.assumeIsolated { handle.admits(text) } ? 0 : 1
    }

    private static let bodyCallback: Receiver = { bytes, size, count, data in
        guard let data else { return 0 }
        // Good until we return.
        nonisolated(unsafe) let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let handle = Unmanaged<EasyHandle>.fromOpaque(data).takeUnretainedValue()
        return PlayerActor.assumeIsolated { handle.receive(body: part) } ? size * count : 0
    }

    private static let headerCallback: Receiver = { bytes, size, count, data in
        guard let data else { return 0 }
        // Good until we return.
        nonisolated(unsafe) let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        let handle = Unmanaged<EasyHandle>.fromOpaque(data).takeUnretainedValue()
        PlayerActor.assumeIsolated { handle.receive(header: part) }
        return size * count
    }
}

extension Duration {
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
