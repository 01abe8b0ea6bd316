"""A push from the server to the locked screen and into the room. The push service is a stand-in of ours, since a
browser without internet has none; what it decrypts is handed to the service worker through DevTools."""

import json

import api
import live
import pytest
from apps import EyeMon
from playwright.sync_api import expect
from push_services import Browser

pytestmark = pytest.mark.whole_browser


@pytest.fixture
def push_service():
    service = Browser()
    yield service
    service.stop()


@pytest.fixture
def server(tmp_path):
    running = live.Server(tmp_path / "maru", "--push-local").start()
    yield running
    running.stop()


@pytest.fixture
def phone(browser_of, watch, server):
    context = browser_of("phone")
    context.grant_permissions(["notifications"], origin=server.url)
    return EyeMon(watch.page(context.new_page()), server)


class Worker:
    """The service worker of a page, through DevTools."""

    def __init__(self, app):
        self.app, self.scopes = app, {}
        self.devtools = app.page.context.new_cdp_session(app.page)
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", self.note)
        self.devtools.send("ServiceWorker.enable")
        app.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")

    def note(self, event):
        for registration in event["registrations"]:
            self.scopes[registration["scopeURL"]] = registration["registrationId"]

    def deliver(self, push):
        self.devtools.send("ServiceWorker.deliverPushMessage", {
            "origin": self.app.server.url, "registrationId": self.scopes[f"{self.app.server.url}/eyemon/"],
            "data": json.dumps(push) if push is not None else ""})

    def shown(self, count=1):
        return self.app.page.evaluate(
            """async count => {
              const registration = await navigator.serviceWorker.ready;
              for (let tries = 0; ; tries++) {
                const shown = await registration.getNotifications();
                if (shown.length >= count || tries === 400)
                  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
                await new Promise(resolve => setTimeout(resolve, 50));
              }
            }""", count)

    def press(self):
        """The notification is pressed, as the system would tell the worker."""
        worker = next(one for one in self.app.page.context.service_workers if "/eyemon/" in one.url)
        worker.evaluate(
            """async () => {
              const [notification] = await registration.getNotifications();
              dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            }""")


def subscribe(person, service):
    key = api.ok(person.get("/v1/push/key"))["key"]
    service.server_key = key
    assert person.put("/v1/me/push", service.subscription()).status_code == 200


def test_a_push_shows_itself_and_leads_into_the_room(phone, server, push_service):
    patient, doctor = api.join(server.url, "eyemon", "이하늘"), api.join(server.url, "eyemon-doctor", "박새눈")
    room = doctor.open_room(patient)["room_id"]
    phone.sign_in(patient)
    subscribe(patient, push_service)
    worker = Worker(phone)
    # On the screen, but not in the room: three seconds to read, then a push.
    doctor.send(room, "결과가 나왔습니다")
    first = push_service.got.wait()[0]
    worker.deliver(first)
    note = worker.shown()[0]
    assert note["title"] == "EyeMon" and note["body"] == "새 메시지가 있습니다"
    api.ok(patient.put("/v1/me/notification-settings", {"level": "full"}))
    doctor.send(room, "내일 오실 수 있나요?")
    worker.deliver(push_service.got.wait(2)[1])
    phone.page.wait_for_function(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
          .some(note => note.body === "내일 오실 수 있나요?")""")
    notes = worker.shown()
    assert len(notes) == 1 and notes[0]["title"] == "박새눈", "the later one took the place of the earlier one"
    worker.press()
    phone.expect_path(f"/chats/{room}")
    expect(phone.bubble("내일 오실 수 있나요?")).to_be_visible()
    phone.shot("phone-opened-by-push")
    assert worker.shown(0) == [], "a pressed notification goes"


def test_whatever_arrives_something_is_shown(phone, server):
    phone.sign_in(api.join(server.url, "eyemon", "이하늘"))
    worker = Worker(phone)
    worker.deliver(None)
    assert worker.shown()[0]["title"] == "Maru"


KEPT = """([endpoint, p256dh, auth]) => {
  PushManager.prototype.getSubscription = async () => ({ toJSON: () => ({ endpoint, keys: { p256dh, auth } }) });
}"""


def test_a_kept_subscription_goes_to_the_next_session(phone, server, push_service):
    patient, doctor = api.join(server.url, "eyemon", "이하늘"), api.join(server.url, "eyemon-doctor", "박새눈")
    room = doctor.open_room(patient)["room_id"]
    push_service.server_key = api.ok(patient.get("/v1/push/key"))["key"]
    kept = push_service.subscription()
    phone.page.add_init_script(f"({KEPT})({json.dumps([kept[name] for name in ('endpoint', 'p256dh', 'auth')])})")
    for count in (1, 2):
        with phone.page.expect_response(lambda answer: answer.url.endswith("/v1/me/push")) as told:
            phone.sign_in(patient)
        assert told.value.status == 200
        doctor.send(room, f"{count}번째 결과")
        push_service.got.wait(count)
        phone.open("/me")
        phone.button("로그아웃").click()
        phone.expect_path("/")


def test_a_subscription_that_the_browser_replaces_is_told_at_once(phone, server, push_service):
    patient = api.join(server.url, "eyemon", "이하늘")
    push_service.server_key = api.ok(patient.get("/v1/push/key"))["key"]
    phone.sign_in(patient)
    Worker(phone)
    kept = push_service.subscription()
    phone.page.evaluate(KEPT, [kept[name] for name in ("endpoint", "p256dh", "auth")])
    worker = next(one for one in phone.page.context.service_workers if "/eyemon/" in one.url)
    with phone.page.expect_response(lambda answer: answer.url.endswith("/v1/me/push")) as told:
        worker.evaluate(
            """() => dispatchEvent(Object.assign(new ExtendableEvent("pushsubscriptionchange"),
              { oldSubscription: null, newSubscription: {} }))""")
    assert told.value.status == 200
