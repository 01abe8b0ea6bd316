// These tables cross to host.js as numbers and stand there in the same order; `VocabularyTests` compares the two.
// What is not listed cannot be written: no script, style, frame, event attribute or raw markup.

public enum ElementName: UInt8, CaseIterable, Sendable {
  case text
  case a, article, aside, button, dialog, div, em, fieldset, figure, footer, form, h1, h2, h3, header, hr, img, input
  case label, legend, li, main, nav, ol, option, p, search, section, select, small, span, strong, textarea, time, ul
  case audio, video
  // From here on in the SVG namespace.
  case svg, path, circle, rect, g
}

public enum AttributeName: UInt8, CaseIterable, Sendable {
  // Set as properties of the element, so that they follow the state and not the first value.
  case value, checked
  // A dialog that takes the page for itself for as long as it stands there.
  case modal
  // Set through the element's style object, which the content security policy allows.
  case height, hue, box, progress
  // A path under the app's own prefix.
  case route
  case href, src, target, rel
  case `class`, id, role, title, alt, lang, dir, tabindex, hidden
  case type, name, placeholder, autocomplete, inputmode, enterkeyhint, autocapitalize, spellcheck, maxlength, rows
  case disabled, required, readonly, selected, `for`, datetime, loading
  case accept, capture, multiple, controls, playsinline
  case ariaLabel, ariaLabelledby, ariaDescribedby, ariaLive, ariaAtomic, ariaBusy, ariaCurrent, ariaChecked
  case ariaSelected, ariaPressed, ariaExpanded, ariaControls, ariaHidden, ariaInvalid, ariaDisabled, ariaHaspopup
  case ariaModal, ariaRequired, ariaErrormessage, ariaRoledescription, ariaPosinset, ariaSetsize, ariaValuenow
  case dataKind, dataState, dataPane, dataMine, dataAnchor, dataKeepFocus
  case dataPicture, dataFilm, dataZoom, dataAnnex
  case viewBox, d, fill, stroke, strokeWidth, strokeLinecap, strokeLinejoin, cx, cy, r, x, y, width, rx, transform
}

public enum EventName: UInt8, CaseIterable, Sendable {
  case click, input, change, submit, scroll, focus, blur, key, composer
  /// A right click, a long press, or the key for it.
  case menu
  case files

  var bit: Int32 { 1 << Int32(rawValue) }
}
