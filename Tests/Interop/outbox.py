"""What the server under test has sent to people: files in its data folder."""

import email
import email.policy
import re
import time


def newest_code(server, recipient, after=0, within=10):
    """The six digits of the newest letter or message to somebody, which is not one of the first `after`."""
    folder = server.folder / "data" / "outbox"
    limit = time.monotonic() + within
    while time.monotonic() < limit:
        found = [text for text in texts(folder) if recipient in text]
        if len(found) > after:
            return re.search(r"(?<!\d)\d{6}(?!\d)", body(found[-1])).group()
        time.sleep(0.05)
    raise AssertionError(f"nothing was sent to {recipient}")


def await_word(server, recipient, word, within=10):
    """Until somebody was written to with that word."""
    folder = server.folder / "data" / "outbox"
    limit = time.monotonic() + within
    while not any(recipient in text and word in text for text in texts(folder)):
        assert time.monotonic() < limit, f"{recipient} was not told: {word}"
        time.sleep(0.05)


def count(server, recipient):
    return sum(recipient in text for text in texts(server.folder / "data" / "outbox"))


def texts(folder):
    paths = [path for kind in ("mail/*.eml", "sms/*.txt") for path in folder.glob(kind)]
    for path in sorted(paths, key=lambda path: path.stat().st_mtime_ns):
        assert path.stat().st_mode & 0o077 == 0, f"{path} can be read by others"
        yield decoded(path)


def decoded(path):
    if path.suffix != ".eml":
        return path.read_text("utf-8")
    letter = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    return f"To: {letter['To']}\n\n{letter.get_content()}"


def body(text):
    return text.split("\n\n", 1)[-1] if text.startswith("To: ") else re.sub(r"\+\d+", "", text)
