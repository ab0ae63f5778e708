// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
private import Glibc

@main
struct Main {
    static func main() {
        exit(status())
    }

    /// 1 where a limit was missed or a figure could not be taken, 2 for a wrong command line.
    private static func status() -> Int32 {
        do throws(BenchmarkFailure) {
            switch try BenchmarkRequest(Array(CommandLine.arguments.dropFirst())) {
            case .help: standardOutput(BenchmarkOptions.help)
            case .floor(let address): try FloorService(address: address).run()
            case .floorPublisher(let address): try FloorPublisher(address: address).run()
            case .run(let benchmarks, let options): return run(benchmarks, options)
            }
            return 0
        } catch {
            standardError("GatefoldBenchmarks: \(error.reason)\nTry GatefoldBenchmarks --help.\n")
            return 2
        }
    }

    private static func run(_ benchmarks: [Benchmark], _ options: BenchmarkOptions) -> Int32 {
        var report = Report()
        for benchmark in benchmarks {
            do throws(BenchmarkFailure) {
                try benchmark.run(options, &report)
            } catch {
                report.miss("\(benchmark.rawValue): \(error.reason)")
            }
        }
        report.conclude()
        return report.misses.isEmpty ? 0 : 1
    }
}

extension Benchmark {
    fileprivate func run(
        _ options: BenchmarkOptions, _ report: inout Report
    ) throws(BenchmarkFailure) {
        switch self {
        case .start: try StartBenchmark(options).run(&report)
        case .memory: try MemoryBenchmark(options).run(&report)
        case .bus: try BusBenchmark(options).run(&report)
        case .app: try AppBenchmark(options).run(&report)
        case .idle: try IdleBenchmark(options).run(&report)
        case .drift: try DriftBenchmark(options).run(&report)
        case .queue: ModelBenchmark.run(&report)
        case .queueBus: try QueueBusBenchmark(options).run(&report)
        case .library: try LibraryBenchmark(options).run(&report)
        case .libraryBus: try LibraryBusBenchmark(options).run(&report)
        case .catalog: try CatalogBenchmark(options).run(&report)
        case .fuzz: try FuzzBenchmark(options).run(&report)
        }
    }
}
