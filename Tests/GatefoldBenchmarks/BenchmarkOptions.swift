// SPDX-License-Identifier: MPL-2.0

/// Why a figure cannot be taken, or what is wrong with the command line.
struct BenchmarkFailure: Error {
    let reason: String
}

/// What can be measured, in the order in which `all` does it.
enum Benchmark: String, CaseIterable {
    case start, memory, bus, app, idle, drift, queue
    case queueBus = "queue-bus"
    case library
    case libraryBus = "library-bus"
    case catalog, fuzz
}

/// What the command line asks for.
enum BenchmarkRequest {
    case help
    case run([Benchmark], BenchmarkOptions)
    /// The bare service that `bus` compares with: this program starts itself so.
    case floor(address: String)
    /// The bare publisher that `app` compares with.
    case floorPublisher(address: String)
}

struct BenchmarkOptions {
    /// The daemon to measure; nil is the one beside this program.
    var daemon: String?
    /// Rounds of `bus` and `queue-bus`, which alternate between two services.
    var rounds = 5
    /// Calls in a round of `bus`.
    var calls = 2000
    /// Starts of `start`.
    var starts = 11
    /// How long `idle`, `drift` and `fuzz` last; nil is what each takes by itself.
    var seconds: Int?
    /// Tracks of the large library of `library`.
    var tracks = 100_000
    var seed: UInt64 = 1
}

extension BenchmarkRequest {
    init(_ words: [String]) throws(BenchmarkFailure) {
        if words.first == FloorService.mode, words.count == 2 {
            self = .floor(address: words[1])
            return
        }
        if words.first == FloorPublisher.mode, words.count == 2 {
            self = .floorPublisher(address: words[1])
            return
        }
        var options = BenchmarkOptions()
        var benchmarks: [Benchmark] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                self = .help
                return
            case "all": benchmarks += Benchmark.allCases
            case let option where option.hasPrefix("-"):
                try options.take(option, rest.popFirst())
            default:
                guard let benchmark = Benchmark(rawValue: word) else {
                    throw BenchmarkFailure(reason: "There is no benchmark \(word).")
                }
                benchmarks.append(benchmark)
            }
        }
        self = .run(benchmarks.isEmpty ? Benchmark.allCases : benchmarks, options)
    }
}

extension BenchmarkOptions {
    fileprivate mutating func take(
        _ option: String, _ value: String?
    ) throws(BenchmarkFailure) {
        func number() throws(BenchmarkFailure) -> Int {
            guard let number = value.flatMap({ Int($0) }), number > 0 else {
                throw BenchmarkFailure(reason: "\(option) needs a number above 0.")
            }
            return number
        }
        switch option {
        case "--daemon": daemon = value
        case "--rounds": rounds = try number()
        case "--calls": calls = try number()
        case "--starts": starts = try number()
        case "--seconds": seconds = try number()
        case "--tracks": tracks = try number()
        case "--seed": seed = UInt64(try number())
        default: throw BenchmarkFailure(reason: "There is no option \(option).")
        }
    }

    static let help = """
        Usage: GatefoldBenchmarks [BENCHMARK…] [OPTION…]

        Measures gatefoldd on a bus of its own and exits with 1 when a limit is missed.

          start    exec until the name is owned, fresh profile           (needs a static build)
          memory   proportional set size before a track and while playing (needs a static build)
          bus      latency, throughput and processor time against a bare libdbus service
          app      nowPlayingInfo until its signal arrives, against a bare libdbus publisher
          idle     system calls while paused, and those of the main thread while playing
          drift    Position against the monotonic clock
          queue    edits and steps of a short and a very long queue
          queue-bus  answers while 100,000 entries are queued, and against a short queue after
          library  scan against a bare TagLib loop, search and rescan of 100,000 tracks
          library-bus  search, start and enqueueing with a library of 100,000 tracks
          catalog  search of three sources of which one hangs; pictures that were fetched before
          fuzz     every member with odd values and wrong signatures
          all      these, in this order; the default

          --daemon PATH   the gatefoldd to measure; the default is the one beside this program
          --rounds N      rounds of bus and queue-bus, alternating between the services (5)
          --calls N       calls in such a round (2000)
          --starts N      starts (11)
          --seconds N     how long idle (10), drift (60) and fuzz (30) last
          --tracks N      tracks of the large library (100000)
          --seed N        what fuzz does (1)
          --help          show this

        Build before with:
          swift build -c release --static-swift-stdlib --product gatefoldd
          swift build -c release --static-swift-stdlib --product GatefoldBenchmarks
          swift build -c release --product LoopProgram                  (for app)
        Examples:
          .build/release/GatefoldBenchmarks
          .build/release/GatefoldBenchmarks bus --rounds 9
          .build/release/GatefoldBenchmarks fuzz --seconds 120 --seed 7

        """
}
