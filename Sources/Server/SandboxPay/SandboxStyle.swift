import Wire

/// The style of the pages: one file, light and dark.
enum SandboxStyle {
  static var answer: HTTPResponse {
    HTTPResponse(
      200, headers: ["Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache"], body: Array(text.utf8))
  }

  private static let text = """
    :root { color-scheme: light dark; --ink: #16232b; --soft: #51626c; --paper: #fff; --field: #f2f6f7;
      --line: #d3dde1; --main: #0b6e75; --on-main: #fff; --warn: #8a4b00; --warn-paper: #fff4e2;
      font: 1.0625rem/1.55 system-ui, "Noto Sans KR", "Noto Sans CJK KR", "Noto Sans JP", sans-serif; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8eff2; --soft: #a9bac3; --paper: #10181c; --field: #1b262c;
      --line: #33434b; --main: #5cc6cd; --on-main: #06292c; --warn: #ffc98a; --warn-paper: #33240f; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); }
    header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem;
      max-width: 30rem; margin: 0 auto; padding: .75rem 1.25rem 0; color: var(--soft); }
    nav { display: flex; }
    nav a, nav b { padding: .6rem .5rem; min-height: 44px; min-width: 44px; font-size: .9375rem; }
    nav b { color: var(--ink); }
    main { max-width: 30rem; margin: 0 auto; padding: .5rem 1.25rem 3rem; }
    a { color: var(--main); }
    .practice { margin: .5rem 0 0; padding: .6rem .9rem; border-radius: .8rem; background: var(--warn-paper);
      color: var(--warn); font-size: .9375rem; }
    h1 { font-size: 1.375rem; line-height: 1.35; margin: 1.5rem 0 .5rem; }
    .sum { margin: 1.5rem 0; }
    .sum h1, .name { margin: 0; font-size: 1.125rem; font-weight: 500; color: var(--soft); overflow-wrap: anywhere; }
    .amount { margin: .1rem 0; font-size: 2.125rem; font-weight: 700; line-height: 1.25;
      font-variant-numeric: tabular-nums; }
    .code { margin: 0; color: var(--soft); font-size: .9375rem; overflow-wrap: anywhere; }
    fieldset { border: 0; margin: 0 0 1.5rem; padding: 0; display: grid; gap: .6rem; }
    legend { padding: 0; margin-bottom: .6rem; font-weight: 600; }
    .method { display: flex; gap: .9rem; align-items: center; min-height: 60px; padding: .75rem 1rem;
      border: 2px solid transparent; border-radius: 1rem; background: var(--field); cursor: pointer; }
    .method:has(:checked) { border-color: var(--main); }
    .method input { width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--main); flex: none; }
    small { display: block; color: var(--soft); font-size: .9375rem; }
    button, a.main { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px;
      margin-top: .6rem; padding: .5rem 1rem; border: 0; border-radius: 1rem; background: var(--field);
      color: var(--ink); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
    .main, a.main { background: var(--main); color: var(--on-main); }
    a.main { margin-top: 1.25rem; }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }
    details { margin-top: 2rem; border-top: 1px solid var(--line); }
    summary { min-height: 48px; padding: .75rem 0; font-weight: 600; color: var(--soft); cursor: pointer; }
    details p { margin: 0 0 .75rem; color: var(--soft); font-size: .9375rem; }
    details label { display: block; margin-bottom: .9rem; font-size: .9375rem; color: var(--soft); }
    select { display: block; width: 100%; min-height: 48px; margin-top: .25rem; padding: .4rem .75rem; font: inherit;
      color: var(--ink); background: var(--field); border: 1px solid var(--line); border-radius: .8rem; }
    dl { margin: 1rem 0; border-radius: 1rem; background: var(--field); padding: .4rem 1rem; }
    dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0; }
    dt { color: var(--soft); } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
    .late { color: var(--warn); font-weight: 600; }
    ul { list-style: none; margin: 0; padding: 0; }
    li a { display: block; padding: .75rem 0; min-height: 48px; border-bottom: 1px solid var(--line);
      color: inherit; text-decoration: none; }

    """
}
