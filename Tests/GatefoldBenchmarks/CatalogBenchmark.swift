// SPDX-License-Identifier: MPL-2.0

internal import GatefoldArtwork
internal import GatefoldCatalog
internal import GatefoldGLib
internal import Glibc

/// What online sources cost: a search of three of which one hangs, against a search of the fastest
/// alone; and pictures that have been fetched before.
struct CatalogBenchmark {
    private let options: BenchmarkOptions

    private static let interface = "org.gatefold.Sources1"
    private static let searches = 20
    private static let pictures = 1000
    /// Of looking all pictures up.
    private static let rounds = 5

    init(_ options: BenchmarkOptions) {
        self.options = options
    }

    func run(_ report: inout Report) throws(BenchmarkFailure) {
        report.heading("online sources", "")
        let bench = try Workbench(options)
        try compareSearches(bench, &report)
        try lookPicturesUp(bench, &report)
    }

    // MARK: Searching

    /// In alternating rounds, so that a busy moment meets both.
    private func compareSearches(
        _ bench: Workbench, _ report: inout Report
    ) throws(BenchmarkFailure) {
        let servers = [
            "fast": try SampleServer(bench, "fast", milliseconds: 20),
            "slow": try SampleServer(bench, "slow", milliseconds: 400),
            "hanging": try SampleServer(bench, "hanging", milliseconds: 3_600_000),
        ]
        // They end with the last reference to them.
        defer { withExtendedLifetime(servers) {} }
        let profile = try profile(bench, servers)
        let client = try WireClient(bench.address)
        let daemon = try bench.startDaemon(seenBy: client, profile)
        // The first ones load libcurl and find out how each server wants to be logged in to.
        for _ in 0..<3 { try client.result(of: search("fast", daemon)) }
        var ratios = Samples()
        var alone = Samples()
        for _ in 0..<Self.searches {
            let own = try client.time(search("fast", daemon)) / 1e6
            let together = try firstOf(["hanging", "slow", "fast"], daemon) / 1e6
            alone.append(own)
            ratios.append(together / own)
        }
        report.figure("fastest source alone", alone.median.text + " ms")
        report.figure("first results of three / that", ratios.median, atMost: 1.5)
        try daemon.end()
    }

    private func search(_ source: String, _ daemon: Service) -> WireMessage {
        let message = WireMessage(
            to: daemon.name, Self.interface, "Search", source, "one", path: WireName.player1Path)
        message.write { body in
            body.appendContainer(WireType.array, "s") { $0.append("song") }
            body.append(WireType.uint32, UInt32(10))
        }
        return message
    }

    /// Nanoseconds until the first of them answers with something.
    private func firstOf(
        _ sources: [String], _ daemon: Service
    ) throws(BenchmarkFailure) -> Double {
        let start = monotonicNanoseconds()
        var serials: Set<UInt32> = []
        for source in sources { serials.insert(daemon.client.send(search(source, daemon))) }
        while let message = daemon.client.receive(until: start + 5_000_000_000) {
            if serials.contains(message.replySerial), !message.isError {
                return Double(monotonicNanoseconds() - start)
            }
        }
        throw BenchmarkFailure(reason: "No source answers.")
    }

    /// Settings and passwords as `gatefold source add` keeps them without a keyring.
    private func profile(
        _ bench: Workbench, _ servers: [String: SampleServer]
    ) throws(BenchmarkFailure) -> [String: String] {
        var (settings, secrets) = ("", "")
        for (name, server) in servers {
            settings += "[source \(name)]\nkind=subsonic\naddress=\(server.url)\nuser=me\n"
            secrets += "[\(name)]\nsecret=hidden\n"
        }
        let (config, data) = (bench.path("config"), bench.path("data"))
        do {
            for folder in [config, data] { try makeDirectories(path: folder + "/gatefold") }
            try writeAtomically(path: config + "/gatefold/config.ini", bytes: Array(settings.utf8))
            try writeAtomically(
                path: data + "/gatefold/secrets.ini", bytes: Array(secrets.utf8), mode: 0o600)
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        return ["XDG_CONFIG_HOME": config, "XDG_DATA_HOME": data]
    }

    // MARK: Pictures

    /// Fetches pictures, takes their server away, and looks them up again.
    private func lookPicturesUp(
        _ bench: Workbench, _ report: inout Report
    ) throws(BenchmarkFailure) {
        let server = try SampleServer(bench, "pictures", milliseconds: 0)
        let cache = ArtworkCache(directory: bench.path("artwork"))
        let urls = (0..<Self.pictures).map { "\(server.url)/\($0).png" }
        let pictures = PlayerActor.acquire { () -> FetchedPictures? in
            let pictures = FetchedPictures(cache)
            return pictures.fetch(urls) ? pictures : nil
        }
        server.end()
        var (times, bare) = (Samples(), Samples())
        var best = [Double](repeating: .infinity, count: urls.count)
        for _ in 0..<Self.rounds {
            let round = PlayerActor.acquire { pictures?.lookUp(urls) }
            guard let round else { throw BenchmarkFailure(reason: "A picture does not come.") }
            for (place, time) in round.enumerated() {
                times.append(time.lookUp)
                bare.append(time.bare)
                best[place] = min(best[place], time.lookUp)
            }
        }
        report.figure("look-up of a picture, median", times.median.text + " µs of the actor")
        report.figure("look-up of a picture, p99", times.p99, atMost: 50, "µs of the actor")
        report.figure("the first of all", times.values[0].text + " µs of the actor")
        // What is slow by itself is slow in every round; what the machine adds is not, and a job that
        // does nothing meets it as well.
        report.figure(
            "the slowest, best of 5", best.max() ?? .nan, atMost: 50, "µs of the actor")
        report.figure("the slowest of all", times.largest.text + " µs of the actor")
        report.figure("the slowest empty job", bare.largest.text + " µs of the actor")
    }
}

/// The fetcher, and which pictures have come.
@PlayerActor
private final class FetchedPictures {
    private let fetcher: ArtworkFetcher
    private let worker = Worker(threads: 1)
    private var come: Set<String> = []

    init(_ cache: ArtworkCache) {
        fetcher = ArtworkFetcher(cache: cache, client: HTTPClient())
        fetcher.onPicture = { [weak self] url, _ in self?.come.insert(url) }
    }

    /// Whether all have come.
    func fetch(_ urls: [String]) -> Bool {
        fetcher.want(urls)
        return wait { come.count == urls.count }
    }

    /// Microseconds of this thread for each, and for a job of another thread that does nothing in
    /// its place; nil where a picture does not come.
    func lookUp(_ urls: [String]) -> [(lookUp: Double, bare: Double)]? {
        var times: [(Double, Double)] = []
        for url in urls {
            come = []
            let lookUp = time { fetcher.want([url]) }
            guard !come.isEmpty else { return nil }
            come = []
            let bare = time {
                worker.perform {
                } then: { [weak self] in
                    self?.come = [url]
                }
            }
            times.append((lookUp, bare))
        }
        return times
    }

    private func time(_ start: () -> Void) -> Double {
        let before = threadNanoseconds()
        start()
        _ = wait { !come.isEmpty }
        return Double(threadNanoseconds() - before) / 1000
    }

    private func wait(_ condition: () -> Bool) -> Bool {
        let end = monotonicNanoseconds() + 60_000_000_000
        var isLate = false
        let limit = EventSource.timeout(after: .seconds(60)) { isLate = true }
        defer { limit.cancel() }
        MainContext.shared.run(until: {
            condition() || isLate || monotonicNanoseconds() > end
        })
        return condition()
    }

    private func threadNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A server in another process, which answers as a music server does, and with pictures.
final class SampleServer {
    let url: String
    private let process: ChildProcess

    /// - Parameter milliseconds: before each answer to a search.
    init(
        _ bench: Workbench, _ name: String, milliseconds: Int
    ) throws(BenchmarkFailure) {
        let path = bench.path("port-\(name)")
        process = try ChildProcess(
            [
                "setpriv", "--pdeathsig", "KILL", "python3", "-c", Self.script, "\(milliseconds)",
                path,
            ], isQuiet: true)
        var port = ""
        _ = poll(seconds: 20) {
            port =
                (try? readFile(path: Array(path.utf8), limit: 100)).map {
                    String(decoding: $0, as: UTF8.self)
                } ?? ""
            return !port.isEmpty
        }
        guard !port.isEmpty else { throw BenchmarkFailure(reason: "The server does not listen.") }
        url = "http://127.0.0.1:\(port)"
    }

    func end() {
        process.send(SIGKILL)
        process.wait()
    }

    private static let script = #"""
        import http.server, os, struct, sys, time
        delay = int(sys.argv[1]) / 1000
        found = b'{"subsonic-response":{"status":"ok","version":"1.16.1","searchResult3":' \
            b'{"song":[{"id":"1","title":"One","artist":"A","album":"B","duration":60}]}}}'
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            def log_message(self, *arguments): pass
            def do_GET(self):
                body, kind = found, "application/json"
                if self.path.endswith(".png"):
                    number = int(self.path[1:-4])
                    body = b"\x89PNG\r\n\x1a\n" + struct.pack("<I", number) + bytes(2000)
                    kind = "image/png"
                elif "search3" in self.path:
                    time.sleep(delay)
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        with open(sys.argv[2] + ".new", "w") as file: file.write(str(server.server_port))
        os.rename(sys.argv[2] + ".new", sys.argv[2])
        server.serve_forever()
        """#
}
