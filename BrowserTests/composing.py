"""Typing with an input method, as Chromium reports it: composition through the DevTools protocol, and the Enter that
carries key code 229 while the input method has it."""


class InputMethod:
    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)

    def compose(self, text):
        """The text under composition, as after each key of the person."""
        self.devtools.send(
            "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        )

    def spell(self, *steps):
        for step in steps:
            self.compose(step)

    def commit(self, text):
        """Ends the composition with this text."""
        self.devtools.send("Input.insertText", {"text": text})

    def key(self, kind, key, code):
        event = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
        if code == 13 and kind == "keyDown":
            event["text"] = "\r"
        self.devtools.send("Input.dispatchKeyEvent", event)

    def enter_for_method(self):
        """The Enter that the input method takes for itself: key code 229."""
        self.key("rawKeyDown", "Enter", 229)

    def enter_up(self):
        self.key("keyUp", "Enter", 13)

    def plain_enter(self):
        self.key("keyDown", "Enter", 13)
        self.key("keyUp", "Enter", 13)
