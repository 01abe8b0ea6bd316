import Wire

/// The pages of the stand-in, in Korean.
enum StandInPages {
  static func consent(_ provider: Provider, hidden: [(String, String)]) -> HTTPResponse {
    let title = provider == .kakao ? "카카오 대역" : "Apple 대역"
    let people = StandInPerson.all.enumerated().map { index, person in
      """
      <label class="person"><input type="radio" name="person" value="\(person.id)"\(index == 0 ? " checked" : "")>
      <span><b>\(escaped(person.name))</b><small>\(escaped(person.email ?? "이메일 없음"))</small>
      <small>\(escaped(person.note))</small></span></label>
      """
    }
    let faults = StandInFault.allCases.map { "<option value=\"\($0.rawValue)\">\(escaped($0.words))</option>" }
    return page(
      title,
      """
      <main class="\(provider.rawValue)">
      <h1>\(title)</h1>
      <p>연습용 페이지입니다. 실제 \(provider == .kakao ? "카카오" : "Apple") 계정은 필요하지 않습니다.</p>
      <form method="post" action="/decide">
      \(inputs(hidden))
      <fieldset><legend>누구로 로그인할까요?</legend>
      \(people.joined(separator: "\n"))
      </fieldset>
      <label class="fault">문제 만들기 <select name="fault">\(faults.joined())</select></label>
      <button class="yes" name="choice" value="agree">동의하고 계속하기</button>
      <button class="no" name="choice" value="cancel">취소</button>
      </form></main>
      """)
  }

  /// A form that sends itself, as Apple's does.
  static func post(_ fields: [(String, String)], to url: String) -> HTTPResponse {
    page(
      "Apple 대역",
      """
      <main class="apple"><form id="go" method="post" action="\(escaped(url))">\(inputs(fields))
      <p>돌아가는 중입니다.</p><button class="yes">계속하기</button></form></main>
      <script src="/go.js"></script>
      """)
  }

  static var mistake: HTTPResponse {
    var response = page("잘못된 요청", "<main><h1>잘못된 요청</h1><p>앱에서 다시 시작해주세요.</p></main>")
    response.status = 400
    return response
  }

  static var style: HTTPResponse {
    let text = """
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, "Noto Sans KR", "Noto Sans CJK KR", sans-serif; }
      body { margin: 0; background: Canvas; color: CanvasText; }
      main { max-width: 26rem; margin: 0 auto; padding: 2rem 1.25rem; }
      h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
      fieldset { border: 0; margin: 1.25rem 0; padding: 0; display: grid; gap: .5rem; }
      legend { font-weight: 600; padding: 0; margin-bottom: .5rem; }
      .person { display: flex; gap: .75rem; align-items: center; padding: .75rem 1rem; border-radius: .9rem;
        background: color-mix(in srgb, CanvasText 6%, Canvas); min-height: 44px; }
      .person small { display: block; opacity: .75; }
      .fault { display: block; margin-bottom: 1.25rem; }
      select { font: inherit; padding: .4rem; }
      button { display: block; width: 100%; min-height: 48px; border: 0; border-radius: .9rem; font: inherit;
        font-weight: 600; margin-top: .6rem; }
      .kakao .yes { background: #fee500; color: #191919; }
      .apple .yes { background: CanvasText; color: Canvas; }
      .no { background: transparent; color: inherit; text-decoration: underline; }

      """
    return HTTPResponse(200, headers: ["Content-Type": "text/css; charset=utf-8"], body: Array(text.utf8))
  }

  static var script: HTTPResponse {
    HTTPResponse(
      200, headers: ["Content-Type": "text/javascript; charset=utf-8"],
      body: Array("document.getElementById('go').submit();\n".utf8))
  }

  private static func inputs(_ fields: [(String, String)]) -> String {
    fields.map { "<input type=\"hidden\" name=\"\(escaped($0.0))\" value=\"\(escaped($0.1))\">" }.joined()
  }

  private static func page(_ title: String, _ body: String) -> HTTPResponse {
    let text = """
      <!doctype html><html lang="ko"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1"><title>\(title)</title>
      <link rel="stylesheet" href="/style.css"></head><body>\(body)</body></html>
      """
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; frame-ancestors 'none'",
      ], body: Array(text.utf8))
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}
