"""The two apps as a person uses them, in Korean: what they look for on a screen and what they do there.

Everything is found by role and by the words on the screen, so a journey also tests that they are there.
"""

import json
import re

import api
import requests
from playwright.sync_api import expect
from watching import until

SHOTS = "build/screenshots"
KEEP = "([name, value]) => localStorage.setItem(name, value)"
STORED = """async ([name, prefix, count]) => {
  const settled = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const store = await settled(indexedDB.open(name));
  try {
    const range = IDBKeyRange.bound(prefix, prefix + "\\uffff");
    return await settled(store.transaction("records").objectStore("records").count(range)) === count;
  } finally {
    store.close();
  }
}"""


def agree(person):
    """Agrees to all that the apps would ask somebody for who signed up by the bare wire."""
    terms = requests.get(person.base + "/v1/account/terms", headers=person.headers(), timeout=10)
    if terms.ok:
        consents = [{"kind": text["kind"], "version": text["version"]} for text in terms.json()["data"]]
        body = {"consents": consents, "over14": True}
        api.ok(requests.post(person.base + "/v1/me/consents", headers=person.headers(), json=body, timeout=10))
    return person


class App:
    """One page of one app."""

    name = "eyemon"

    def __init__(self, page, server):
        self.page, self.server = page, server
        self.root = f"{server.url}/{self.name}"

    # Places

    def open(self, path="/"):
        self.page.goto(self.root + path)
        return self

    def expect_path(self, pattern):
        expect(self.page).to_have_url(re.compile(re.escape(self.root) + pattern + "$"))

    def shot(self, name):
        self.page.screenshot(path=f"{SHOTS}/{name}.png")

    # Finding

    def button(self, name, **options):
        return self.page.get_by_role("button", name=name, **options)

    def link(self, name, **options):
        return self.page.get_by_role("link", name=name, **options)

    def field(self, name):
        return self.page.get_by_role("textbox", name=name, exact=True)

    def password(self):
        return self.page.get_by_label("비밀번호", exact=True)

    def says(self, text, **options):
        expect(self.page.get_by_text(text, **options).first).to_be_visible()

    def says_not(self, text):
        expect(self.page.get_by_text(text)).to_have_count(0)

    # Signing in

    def sign_in(self, person):
        """As the page leaves a browser after its form: the cookie, and who it was. The form itself is `enter`'s."""
        agree(person)
        headers = {"SeSACKey": self.name, "X-Maru-Web": "1"}
        known = {"email": person.email, "password": api.PASSWORD}
        answer = self.page.context.request.post(f"{self.server.url}/v1/users/login", headers=headers, data=known)
        assert answer.ok, answer.text()
        names = {"user_id", "nick", "email", "role", "profileImage"}
        role = {"role": "patient" if self.name == "eyemon" else "doctor"}
        member = role | {name: value for name, value in answer.json().items() if name in names}
        self.page.goto(self.server.url + "/attendance.png")
        self.page.evaluate(KEEP, [f"maru/{self.name}/member", json.dumps(member, ensure_ascii=False)])
        return self.open()

    def enter(self, person):
        """By the form."""
        agree(person)
        self.open("/sign-in")
        self.fill_sign_in(person)
        expect(self.page).not_to_have_url(re.compile("sign-in"))
        return self

    def fill_sign_in(self, person):
        self.field("이메일").fill(person.email)
        self.password().fill(api.PASSWORD)
        self.button("로그인", exact=True).click()

    # Conversation

    def composer(self):
        return self.page.get_by_role("textbox", name="메시지 입력")

    def messages(self):
        """All bubbles of the open conversation, oldest first."""
        return self.page.get_by_role("log").get_by_role("article")

    def bubble(self, text):
        return self.messages().filter(has_text=text)

    def send(self, text):
        self.composer().fill(text)
        self.composer().press("Enter")
        expect(self.composer()).to_have_value("")

    def sheet(self):
        """The dialog that is open."""
        return self.page.get_by_role("dialog")

    def menu(self, text):
        """Opens the menu of a message, by the right button."""
        self.bubble(text).locator(".bubble").first.click(button="right")
        expect(self.sheet()).to_be_visible()

    def choose(self, text, item):
        """Chooses something in the menu of a message, and waits for what follows to be drawn."""
        self.menu(text)
        self.sheet().get_by_role("button", name=item, exact=True).click()
        self.settle()

    def settle(self):
        """Until what the page was told is drawn. A press is drawn with the next frame: until then a dialog is still
        there, and the fields behind it take no text."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def expect_stored(self, person, prefix, count):
        """Until this device keeps so many records of the account below a key."""
        until(self.page, STORED, [f"maru/{self.name}/{person.user_id}", prefix, count])

    def expect_message(self, text, count=1):
        expect(self.bubble(text)).to_have_count(count)

    def texts(self):
        """What the bubbles say, oldest first."""
        return self.page.get_by_role("log").locator(".bubble").all_text_contents()

    def pending(self):
        """Bubbles that wait in the outbox."""
        return self.page.get_by_role("log").locator(".msg.pending")

    def open_room(self, room_id):
        self.open(f"/chats/{room_id}")
        expect(self.composer()).to_be_visible()
        return self

    def row(self, name):
        """A room in the list of rooms."""
        return self.page.get_by_role("list", name="채팅").get_by_role("link", name=name)


class EyeMon(App):
    name = "eyemon"


class EyeMonDoctor(App):
    name = "eyemon-doctor"
