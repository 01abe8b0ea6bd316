import Testing
import Wire

@Suite struct FileSignatureTests {
  private static func box(_ brands: String...) -> [UInt8] {
    let body = Array((brands[0] + "\0\0\0\0" + brands.dropFirst().joined()).utf8)
    return [0, 0, 0, UInt8(8 + body.count)] + Array("ftyp".utf8) + body
  }

  static let samples: [([UInt8], FileSignature)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0, 0], .jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
    (Array("GIF89a".utf8), .gif), (Array("RIFF....WEBPVP8 ".utf8), .webp), (Array("RIFF....WAVEfmt ".utf8), .wav),
    (Array("RIFF....AVI ".utf8), .unknown), (box("heic", "mif1", "heic"), .heic), (box("mif1", "heic"), .heic),
    (box("avif", "mif1"), .avif), (box("mif1", "avif"), .avif), (box("isom", "mp41"), .mp4),
    (box("mp42"), .mp4), (box("qt  "), .quickTime), (box("M4A ", "mp42"), .m4a), (box("crx "), .unknown),
    (Array("%PDF-1.7\n".utf8), .pdf), (Array("OggS\0".utf8), .ogg), (Array("ID3\u{3}".utf8), .mp3),
    ([0xFF, 0xFB, 0x90, 0x00], .mp3), ([0x1A, 0x45, 0xDF, 0xA3] + Array("....webm".utf8), .webm),
    ([0x1A, 0x45, 0xDF, 0xA3] + Array("....matroska".utf8), .unknown), ([0x50, 0x4B, 3, 4, 0], .zip),
    ([0x50, 0x4B, 3, 4] + Array("....word/document.xml".utf8), .docx),
    ([0x50, 0x4B, 3, 4] + Array("....xl/workbook.xml".utf8), .xlsx),
    ([0x50, 0x4B, 3, 4] + Array("....ppt/slides".utf8), .pptx),
    ([0x7F, 0x45, 0x4C, 0x46, 2], .executable), (Array("MZ\u{1}".utf8), .executable),
    (Array("#!/bin/sh".utf8), .executable), ([0, 0x61, 0x73, 0x6D, 1], .executable),
    (Array("<html>".utf8), .markup), (Array(" \n<?xml version".utf8), .markup),
    ([0xEF, 0xBB, 0xBF] + Array("<svg".utf8), .markup), (Array("안녕\r\n\t하세요".utf8), .text),
    ([0xEF, 0xBB, 0xBF, 0x61], .text), ([], .unknown), ([0], .unknown), ([0x61, 0], .unknown),
    ([0xFF, 0xFE, 0x41, 0x00], .unknown), ([0xFF, 0xD8], .unknown),
  ]

  @Test(arguments: samples)
  func contentTells(_ bytes: [UInt8], _ signature: FileSignature) {
    #expect(FileSignature(bytes, isWhole: true) == signature)
  }

  @Test func aLetterCutInHalfAtTheEndOfThePrefixIsText() {
    let text = Array("눈이 침침".utf8)
    for count in 1...text.count {
      #expect(FileSignature(Array(text.prefix(count))) == (count < 3 ? .unknown : .text) || count < 3)
    }
    #expect(FileSignature(Array(text.dropLast()), isWhole: true) == .unknown)
  }

  @Test func everyPrefixOfEverySampleIsReadWithoutATrap() {
    for (bytes, _) in Self.samples {
      for count in 0...bytes.count { _ = FileSignature(Array(bytes.prefix(count))) }
    }
  }
}
