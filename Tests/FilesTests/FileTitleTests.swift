import Testing

@testable import Files

@Suite struct FileTitleTests {
  @Test(arguments: [
    ("검사 결과.pdf", "검사 결과.pdf"), ("../../etc/passwd", "passwd"), ("C:\\Users\\a\\b.jpg", "b.jpg"), ("", "file"),
    ("..", "file"), (" \t ", "file"), ("a\u{0}b\r\n.png", "ab.png"), ("photo\u{202E}fdp.exe", "photofdp.exe"),
  ])
  func namesAreShownAndNeverPaths(_ name: String, _ title: String) {
    #expect(FileTitle.clean(name) == title)
  }

  @Test func longNamesAreCut() {
    #expect(FileTitle.clean(String(repeating: "눈", count: 500)).utf8.count <= 200)
  }

  @Test func aNameCannotBreakItsField() {
    let text = FileTitle.disposition("a\"; x=\"%0d눈.pdf", isAttachment: true)
    #expect(text == "attachment; filename=\"a_; x=__0d_.pdf\"; filename*=UTF-8''a%22%3B%20x%3D%22%250d%EB%88%88.pdf")
  }
}
