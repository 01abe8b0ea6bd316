/// The style of the checkout: it belongs to no app's build, since it must not wait for one.
enum CheckoutStyle {
  static let text = """
    :root { color-scheme: light dark; --ink: #16232b; --soft: #51626c; --paper: #fff; --field: #f2f6f7;
      --main: #0b6e75; --on-main: #fff; --warn: #8f1d1d;
      font: 1.0625rem/1.55 system-ui, "Noto Sans KR", "Noto Sans CJK KR", "Noto Sans JP", sans-serif; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8eff2; --soft: #a9bac3; --paper: #10181c; --field: #1b262c;
      --main: #5cc6cd; --on-main: #06292c; --warn: #ffb4a9; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); }
    header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem;
      max-width: 30rem; margin: 0 auto; padding: .75rem 1.25rem 0; color: var(--soft); }
    nav { display: flex; }
    nav a, nav b { padding: .6rem .5rem; min-height: 44px; min-width: 44px; font-size: .9375rem; }
    nav b { color: var(--ink); }
    main { max-width: 30rem; margin: 0 auto; padding: .5rem 1.25rem 3rem; }
    a { color: var(--main); }
    h1 { font-size: 1.5rem; line-height: 1.35; margin: 1rem 0 .5rem; }
    .sum { margin: 1rem 0 1.75rem; }
    .name { margin: 0; font-size: 1.125rem; color: var(--soft); overflow-wrap: anywhere; }
    .amount { margin: .1rem 0; font-size: 2.125rem; font-weight: 700; line-height: 1.25;
      font-variant-numeric: tabular-nums; }
    .code { margin: 0; color: var(--soft); font-size: .9375rem; overflow-wrap: anywhere; }
    fieldset { border: 0; margin: 0 0 1rem; padding: 0; display: grid; gap: .6rem; }
    legend { padding: 0; margin-bottom: .6rem; font-weight: 600; }
    .method { display: flex; gap: .9rem; align-items: center; min-height: 60px; padding: .75rem 1rem;
      border: 2px solid transparent; border-radius: 1rem; background: var(--field); cursor: pointer; }
    .method:has(:checked) { border-color: var(--main); }
    .method input { width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--main); flex: none; }
    small { display: block; color: var(--soft); font-size: .9375rem; }
    [role=alert] { margin: 0; color: var(--warn); font-weight: 600; }
    button, .back { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px;
      margin-top: .6rem; padding: .5rem 1rem; border: 0; border-radius: 1rem; font: inherit; font-weight: 600;
      text-align: center; }
    button { background: var(--main); color: var(--on-main); cursor: pointer; }
    button:disabled { opacity: .5; cursor: progress; }
    .back { color: var(--ink); text-decoration: none; background: var(--field); }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }

    """
}
