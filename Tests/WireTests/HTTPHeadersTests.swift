import Testing
import Wire

@Suite struct HTTPHeadersTests {
  @Test func namesCompareWithoutCase() {
    let headers: HTTPHeaders = ["SeSACKey": "eyemon"]
    #expect(headers["sesackey"] == "eyemon")
    #expect(headers["SESACKEY"] == "eyemon")
    #expect(headers["sesackeys"] == nil)
  }

  @Test func settingReplacesAll() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    #expect(headers.values("A") == ["1", "3"])
    headers["a"] = "4"
    #expect(headers.fields == [.init("B", "2"), .init("a", "4")])
    headers["B"] = nil
    #expect(headers.fields == [.init("a", "4")])
  }

  @Test func onlyLettersHaveACase() {
    #expect(!asciiEqualIgnoringCase("[", "{"))
    #expect(!asciiEqualIgnoringCase("@", "`"))
    #expect(asciiEqualIgnoringCase("aZ-09", "Az-09"))
    #expect(!asciiEqualIgnoringCase("É", "é"))
  }

  @Test func valuesHaveParameters() {
    let value = HeaderValue(parsing: " Text/HTML ;Charset = UTF-8;q=\"a\\\"b\\\\;c\\d\" x; ;flag;e=")
    #expect(value.value == "text/html")
    #expect(value["charset"] == "UTF-8")
    #expect(value["q"] == "a\"b\\;c\\d")
    #expect(value["e"] == "")
    #expect(value["flag"] == nil)
    #expect(HeaderValue(parsing: "").value == "")
    #expect(HeaderValue(parsing: "a;b=\"")["b"] == "")
  }
}
