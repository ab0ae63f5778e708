// SPDX-License-Identifier: MPL-2.0

import FoundationEssentials
import GatefoldModel
import GatefoldTestSupport
import Testing

@testable import GatefoldCatalog

/// A private key as Apple gives them, made by the openssl program, and its public half.
struct TestKey {
    let folder: TemporaryFolder
    let pem: [UInt8]

    init(curve: String = "prime256v1", password: String? = nil) async throws {
        folder = try TemporaryFolder()
        let encryption = password.map { ["-aes256", "-pass", "pass:\($0)"] } ?? []
        _ = await ChildProcess.run(
            ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)"]
                + encryption + ["-out", folder["key.p8"].printable])
        pem = Array(try folder.read("key.p8").utf8)
    }

    /// Whether the openssl program takes it for a signature of the text.
    func verifies(_ signature: [UInt8], of text: String) async throws -> Bool {
        try folder.write(text.utf8, to: "text")
        try folder.write(derSignature(signature), to: "signature")
        _ = await ChildProcess.run([
            "openssl", "pkey", "-in", folder["key.p8"].printable, "-pubout", "-out",
            folder["public.pem"].printable,
        ])
        let result = await ChildProcess.run([
            "openssl", "dgst", "-sha256", "-verify", folder["public.pem"].printable, "-signature",
            folder["signature"].printable, folder["text"].printable,
        ])
        return result.status == 0
    }

    private func derSignature(_ pair: [UInt8]) -> [UInt8] {
        let integers = [pair.prefix(32), pair.dropFirst(32)].flatMap { part -> [UInt8] in
            let digits = Array(part.drop { $0 == 0 })
            let padded = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
            return [0x02, UInt8(padded.count)] + padded
        }
        return [0x30, UInt8(integers.count)] + integers
    }
}

/// The parts of a token.
private func parts(_ token: String) -> [Data] {
    token.split(separator: ".").map { part in
        var text = part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while text.count % 4 != 0 { text.append("=") }
        return Data(base64Encoded: String(text)) ?? Data()
    }
}

@Suite struct `A developer token` {
    @Test func `says who made it and until when it is good`() async throws {
        let key = try await TestKey()
        let token = try DeveloperToken(key: key.pem, id: "AB\"12", team: "TEAM", now: 1_700_000_000)
        let parts = parts(token.text)
        #expect(parts.count == 3)
        #expect(
            String(decoding: parts[0], as: UTF8.self)
                == #"{"alg":"ES256","kid":"AB\"12","typ":"JWT"}"#)
        #expect(
            String(decoding: parts[1], as: UTF8.self)
                == #"{"exp":1700043200,"iat":1700000000,"iss":"TEAM"}"#)
    }

    @Test func `is signed, as another implementation confirms`() async throws {
        let key = try await TestKey()
        // Some of them have a number that is shorter, or padded.
        for now in 1...20 {
            let text = try DeveloperToken(key: key.pem, id: "K", team: "T", now: Int64(now)).text
            let signed = text.split(separator: ".").dropLast().joined(separator: ".")
            let signature = Array(parts(text)[2])
            #expect(signature.count == 64)
            #expect(try await key.verifies(signature, of: signed))
            if now == 1 { #expect(try await !key.verifies(signature, of: signed + "x")) }
        }
    }

    @Test func `is made anew when half of its life is over`() async throws {
        let key = try await TestKey()
        let token = try DeveloperToken(key: key.pem, id: "K", team: "T", now: 1_000_000)
        #expect(token.isGood(at: 1_000_000))
        #expect(token.isGood(at: 1_000_000 + 6 * 3600))
        #expect(!token.isGood(at: 1_000_001 + 6 * 3600))
        #expect(!token.isGood(at: 999_999))
    }

    @Test func `is not made with what is no key of that kind`() async throws {
        let keys = [
            [], Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8),
            try await TestKey(curve: "secp384r1").pem, try await TestKey(password: "secret").pem,
        ]
        for key in keys {
            #expect(throws: ES256.Failure.badKey) {
                try DeveloperToken(key: key, id: "K", team: "T", now: 0)
            }
        }
    }

    @Test(arguments: [
        ([], ""), ([0], "AA"), ([0xFB, 0xFF], "-_8"), ([1, 2, 3], "AQID"),
    ])
    func `is written without what a URL does not like`(bytes: [UInt8], text: String) {
        #expect(base64URL(Data(bytes)) == text)
    }
}

@Suite struct `A pair of numbers in DER` {
    @Test func `is each filled up to 32 bytes`() {
        let pair = ES256.pair(fromDER: [0x30, 0x07, 0x02, 0x02, 0x00, 0xFF, 0x02, 0x01, 0x07])
        let zeroes = [UInt8](repeating: 0, count: 31)
        #expect(pair == zeroes + [0xFF] + zeroes + [0x07])
    }

    @Test(arguments: [
        [], [0x30], [0x30, 0x00], [0x31, 0x06, 2, 1, 1, 2, 1, 1], [0x30, 0x07, 2, 1, 1, 2, 1, 1],
        [0x30, 0x06, 2, 9, 1, 2, 1, 1], [0x30, 0x06, 3, 1, 1, 2, 1, 1],
        [0x30, 0x07, 2, 1, 1, 2, 1, 1, 0], [0x30, 0x26, 2, 33] + [UInt8](repeating: 1, count: 36),
    ])
    func `is nothing else`(bytes: [UInt8]) {
        #expect(ES256.pair(fromDER: bytes) == nil)
    }
}
