import Compression
import Foundation
import Testing

@Suite struct ZipArchiveTests {
  private static let date = (year: 2026, month: 11, day: 30, hour: 10, minute: 20, second: 31)

  /// What Python's own reader makes of an archive.
  private func read(_ path: String) throws -> [[String]] {
    let script = """
      import sys, zipfile
      archive = zipfile.ZipFile(sys.argv[1])
      for entry in archive.infolist():
          print(entry.filename, entry.file_size, entry.CRC, entry.header_offset, entry.date_time, sep="|")
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "|").map { String($0) }
    }
  }

  private func temporary() -> String {
    FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID().uuidString)").path
  }

  @Test func anotherReaderFindsEveryFile() throws {
    var archive = ZipArchive(date: Self.date)
    let files: [(String, [UInt8])] = [("README.txt", Array("안녕".utf8)), ("data/빈 파일.json", []), ("a", [1, 2, 3])]
    var bytes: [UInt8] = []
    for (name, content) in files {
      bytes += archive.begin(name, size: Int64(content.count), checksum: CRC32(content).value) + content
    }
    bytes += archive.end()
    let path = temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(bytes).write(to: URL(filePath: path))
    let found = try read(path)
    #expect(found.map { $0[0] } == files.map { $0.0 })
    #expect(found.map { $0[1] } == files.map { "\($0.1.count)" })
    #expect(found[0][2] == "\(CRC32(Array("안녕".utf8)).value)")
    #expect(found[0][4] == "(2026, 11, 30, 10, 20, 30)")
  }

  /// 5 GB that are not there: a hole in the file.
  @Test func largeFilesUseTheLongFields() throws {
    let size: Int64 = 5 << 30
    var archive = ZipArchive(date: Self.date)
    let path = temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    let head = archive.begin("film.mp4", size: size, checksum: 7)
    try file.write(contentsOf: Data(head))
    try file.seek(toOffset: UInt64(size) + UInt64(head.count))
    try file.write(contentsOf: Data(archive.begin("small", size: 1, checksum: CRC32([9]).value) + [9]))
    try file.write(contentsOf: Data(archive.end()))
    try file.close()
    let found = try read(path)
    #expect(found.map { $0[1] } == ["\(size)", "1"])
    #expect(found[1][3] == "\(size + Int64(head.count))")
  }

  /// The check value of CRC-32/ISO-HDLC, whole and in pieces.
  @Test func theChecksumIsTheCommonOne() {
    #expect(CRC32(Array("123456789".utf8)).value == 0xCBF4_3926)
    var sum = CRC32()
    for byte in "123456789".utf8 { sum.add([byte]) }
    sum.add([])
    #expect(sum.value == 0xCBF4_3926)
  }
}
