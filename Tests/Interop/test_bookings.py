"""Reservations over the wire: one slot and many who want it, a doctor's two tabs, the life of a consult room."""

import datetime
import subprocess
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from zoneinfo import ZoneInfo

import icalendar
import pictures
import pytest
import requests
from api import join, ok
from live import binary
from test_socketio import listen  # noqa: F401

SEOUL = ZoneInfo("Asia/Seoul")
WEEK = [{"weekday": day, "from": "00:00", "to": "24:00"} for day in range(1, 8)]


def schedule(**changes):
    return {
        "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "horizon_days": 30, "needs_approval": False,
        "approval_hours": 24, "fee": 0, "currency": "KRW", "languages": ["ko", "en"], "introduction": "안녕하세요",
        "specialty": "망막", "answer_time": "하루 안에", "rules": WEEK, "exceptions": [], "version": 0,
        "policy": {"free_hours": 24, "part_hours": 2, "part_percent": 50},
    } | changes


@pytest.fixture
def clinic(start_server):
    return start_server(MARU_CONSULT_OPEN="off")


def practice(server, **changes):
    doctor = join(server.url, "eyemon-doctor")
    ok(doctor.put("/v1/doctor/schedule", schedule(**changes)))
    return doctor


def slots(person, doctor, day=1, days=1):
    date = datetime.datetime.now(SEOUL).date() + datetime.timedelta(days=day)
    answer = ok(person.get(f"/v1/doctors/{doctor.user_id}/slots", params={"from": date.isoformat(), "days": days}))
    return [slot for each in answer["days"] for slot in each["slots"]]


def reserve(person, doctor, start, **more):
    body = {"doctor_id": doctor.user_id, "start": start, "person_name": "정민지"} | more
    return person.post("/v1/reservations", body)


def test_the_way_to_a_reservation(clinic):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    table = ok(
        patient.get(
            f"/v1/doctors/{doctor.user_id}/slots",
            params={"from": datetime.datetime.now(SEOUL).date().isoformat(), "days": 2},
        )
    )
    assert set(table) == {"zone", "tz_version", "slot_minutes", "today", "days"}
    assert table["zone"] == "Asia/Seoul" and len(table["days"]) == 2
    slot = table["days"][1]["slots"][20]
    assert set(slot) == {"start", "end", "local", "offset", "is_free"} and slot["offset"] == 540
    made = ok(reserve(patient, doctor, slot["start"], symptoms="눈이 부셔요", person_birth_date="1990-02-03"))
    assert made["state"] == "confirmed" and made["local_start"] == slot["local"]
    assert made["person_name"] == "정민지" and made["person_birth_date"] == "1990-02-03"
    assert made["doctor"]["user_id"] == doctor.user_id and made["doctor"]["languages"] == ["ko", "en"]
    assert made["policy"] == {"free_hours": 24, "part_hours": 2, "part_percent": 50}
    assert made["consult"]["is_open"] and "patient" not in made
    one = ok(patient.get("/v1/reservations/" + made["reservation_id"]))
    assert one == made
    listed = ok(patient.get("/v1/reservations", params={"scope": "upcoming"}))
    assert listed == {"data": [made], "next_cursor": "0"}
    day = slot["local"][:10]
    seen = ok(doctor.get("/v1/doctor/reservations", params={"from": day, "to": day}))["data"]
    assert [each["reservation_id"] for each in seen] == [made["reservation_id"]]
    assert seen[0]["patient"]["user_id"] == patient.user_id
    assert patient.get("/v1/doctor/reservations", params={"from": day, "to": day}).status_code == 445
    assert join(clinic.url, "eyemon").get("/v1/reservations/" + made["reservation_id"]).status_code == 404


def test_one_of_fifty_wins(clinic):
    doctor = practice(clinic, fee=10000)
    people = [join(clinic.url, "eyemon") for _ in range(50)]
    for start in [slot["start"] for slot in slots(people[0], doctor)[20:23]]:
        with ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(lambda person: reserve(person, doctor, start), people))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 49
        for answer in answers:
            if answer.status_code == 409:
                body = answer.json()
                assert body["code"] == "slot_taken" and body["slots"]
                assert all(slot["is_free"] and slot["start"] != start for slot in body["slots"])
        winner = next(answer.json() for answer in answers if answer.status_code == 200)
        assert winner["state"] == "held" and winner["hold_until"] > winner["created_at"]
    free = {slot["start"]: slot["is_free"] for slot in slots(people[0], doctor)}
    assert sum(not is_free for is_free in free.values()) == 3


def test_one_of_two_tabs_wins(clinic):
    doctor = practice(clinic, needs_approval=True)
    patient = join(clinic.url, "eyemon")
    for slot in slots(patient, doctor, day=3)[20:28]:
        asked = ok(reserve(patient, doctor, slot["start"]))
        assert asked["state"] == "requested" and asked["approve_until"]
        path = f"/v1/doctor/reservations/{asked['reservation_id']}"
        calls = [
            lambda: doctor.post(path + "/approve"), lambda: doctor.post(path + "/approve"),
            lambda: doctor.post(path + "/decline", {"reason": "학회"}),
            lambda: patient.post(f"/v1/reservations/{asked['reservation_id']}/cancel", {"expected_refund": 0}),
        ]
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda call: call(), calls))
        codes = [answer.status_code for answer in answers]
        # What is confirmed may still be cancelled; what is cancelled or declined is over.
        assert codes.count(200) in (1, 2) and set(codes) <= {200, 409}
        assert sorted(codes[:3]).count(200) <= 1
        for answer in answers:
            assert answer.status_code == 200 or answer.json()["code"] == "reservation_changed"
        now = ok(patient.get("/v1/reservations/" + asked["reservation_id"]))
        assert now["state"] in ("confirmed", "declined", "cancelled")
        assert now["version"] == asked["version"] + codes.count(200)


def test_a_consult_room_opens_with_the_reservation(clinic):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    room = patient.open_room(doctor)["room_id"]
    refused = patient.post(f"/v1/chats/{room}", {"content": "안녕하세요"})
    assert refused.status_code == 445 and refused.json()["code"] == "consult_closed"
    doctor.send(room, "예약해 주세요")
    made = ok(reserve(patient, doctor, slots(patient, doctor, day=3)[20]["start"]))
    assert made["room_id"] == room
    patient.send(room, "예약했습니다")
    ok(patient.post(f"/v1/reservations/{made['reservation_id']}/cancel", {"expected_refund": 0}))
    assert patient.post(f"/v1/chats/{room}", {"content": "또"}).status_code == 445
    to = f"{patient.base}/v1/chats/{room}/files"
    upload = requests.post(to, headers=patient.headers(), files={"files": ("a.png", b"-")}, timeout=10)
    assert (upload.status_code, upload.json()["code"]) == (445, "consult_closed")
    assert [each["content"] for each in patient.messages(room)] == ["예약해 주세요", "예약했습니다"]


def test_a_week_with_breaks_and_nights_is_a_schedule(clinic):
    doctor = join(clinic.url, "eyemon-doctor")
    spans = [("00:00", "06:00"), ("09:00", "12:30"), ("13:30", "18:00"), ("22:00", "24:00")]
    week = [{"weekday": day, "from": start, "to": end} for day in range(1, 8) for start, end in spans]
    pauses = [
        {"date": "2026-12-24", "kind": "pause", "from": "16:00", "to": "24:00", "note": "송년회"},
        {"date": "2026-12-25", "kind": "closed", "note": "성탄절"},
        {"date": "2026-12-26", "kind": "extra", "from": "18:00", "to": "24:00", "note": ""},
    ]
    first = ok(doctor.get("/v1/doctor/schedule"))
    assert first["version"] == 0
    sent = schedule(rules=week, exceptions=pauses)
    stored = ok(doctor.put("/v1/doctor/schedule", sent))
    assert stored == sent | {"version": 1} == ok(doctor.get("/v1/doctor/schedule"))
    # What was read can be sent as it is.
    assert ok(doctor.put("/v1/doctor/schedule", stored))["version"] == 2
    for wrong in ({"rules": [{"weekday": 8, "from": "09:00", "to": "10:00"}]}, {"zone": "Asia/Nowhere"},
                  {"rules": [{"weekday": 1, "from": "10:00", "to": "10:00"}]},
                  {"rules": [{"weekday": 1, "from": "10:00", "to": "24:05"}]}):
        assert doctor.put("/v1/doctor/schedule", stored | {"version": 2} | wrong).status_code == 400, wrong


def test_open_apps_of_both_sides_hear_of_each_change(clinic, listen):  # noqa: F811
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    apps = [listen(person, "/me", url=clinic.url) for person in (patient, doctor)]
    stranger = listen(join(clinic.url, "eyemon"), "/me", url=clinic.url)
    made = ok(reserve(patient, doctor, slots(patient, doctor, day=3)[20]["start"]))
    address = "/v1/reservations/" + made["reservation_id"]
    assert [app.next("/me", "reservation") for app in apps] == [
        {"reservation_id": made["reservation_id"], "version": made["version"]}
    ] * 2
    moved = ok(patient.post(address + "/reschedule", {"start": slots(patient, doctor, day=3)[30]["start"]}))
    cancelled = ok(doctor.post("/v1/doctor" + address[3:] + "/cancel", {"reason": "휴진"}))
    for app in apps:
        versions = [app.next("/me", "reservation")["version"] for _ in range(2)]
        assert versions[1] == cancelled["version"] and versions[0] in (moved["version"], cancelled["version"])
    assert stranger.hears_nothing("/me", "reservation")


def test_people_are_told_once(clinic):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    made = ok(reserve(patient, doctor, slots(patient, doctor, day=3)[20]["start"]))
    deadline = time.time() + 10
    while time.time() < deadline:
        told = ok(patient.get("/v1/me/notifications"))["data"]
        if told and ok(doctor.get("/v1/me/notifications"))["data"]:
            break
        time.sleep(0.05)
    assert [each["title"] for each in told] == ["예약이 확정되었습니다"]
    assert told[0]["target"] == "/reservations/" + made["reservation_id"] and doctor.nick in told[0]["body"]


def test_a_repeat_is_the_same_reservation(clinic):
    doctor = practice(clinic, fee=10000)
    patient = join(clinic.url, "eyemon")
    first, second = slots(patient, doctor, day=2)[20:22]
    key = {"Idempotency-Key": str(uuid.uuid4())}

    def call(start):
        body = {"doctor_id": doctor.user_id, "start": start, "person_name": "정민지"}
        return requests.post(
            clinic.url + "/v1/reservations", json=body, headers=patient.headers(**key), timeout=10)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: call(first["start"]), range(8)))
    assert {ok(answer)["reservation_id"] for answer in answers} == {answers[0].json()["reservation_id"]}
    assert call(second["start"]).json()["code"] == "reservation_changed"


def test_calendars_are_read_by_others(clinic):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    slot = slots(patient, doctor, day=3)[20]
    made = ok(reserve(patient, doctor, slot["start"]))
    feed = ok(patient.get("/v1/me/calendar"))["url"]
    single = ok(patient.get(f"/v1/reservations/{made['reservation_id']}/calendar"))["url"]

    def read(url):
        answer = requests.get(url, timeout=10)
        assert answer.status_code == 200 and answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
        calendar = icalendar.Calendar.from_ical(answer.content)
        return calendar, calendar.walk("VEVENT")

    _, [event] = read(feed)
    assert event["DTSTART"].dt.isoformat() == slot["start"].replace(".000Z", "+00:00")
    assert event["STATUS"] == "CONFIRMED"
    ok(patient.post(f"/v1/reservations/{made['reservation_id']}/cancel", {"expected_refund": 0}))
    _, [gone] = read(feed)
    assert gone["UID"] == event["UID"] and gone["SEQUENCE"] > event["SEQUENCE"] and gone["STATUS"] == "CANCELLED"
    calendar, [gone] = read(single)
    assert calendar["METHOD"] == "CANCEL" and gone["UID"] == event["UID"]
    assert requests.get(feed.replace("/v1/calendars/", "/v1/calendars/A"), timeout=10).status_code == 404
    renewed = ok(patient.post("/v1/me/calendar"))["url"]
    assert [requests.get(url, timeout=10).status_code for url in (feed, single, renewed)] == [404, 404, 200]
    assert ok(patient.get("/v1/me/calendar"))["url"] == renewed


def test_an_older_client_sees_doctors_as_estates(clinic):
    doctor = practice(clinic, fee=15000)
    patient = join(clinic.url, "eyemon")
    listed = ok(patient.get("/v1/estates/geolocation", params={"longitude": "126.9", "latitude": "37.5"}))["data"]
    assert [each["estate_id"] for each in listed] == [doctor.user_id]
    estate = ok(patient.get("/v1/estates/" + doctor.user_id))
    assert estate["reservation_price"] == 15000 and estate["is_liked"] is False and estate["comments"] == []
    assert estate["created_at"] == estate["createdAt"] and estate["options"]["tv"] is False
    assert ok(patient.post(f"/v1/estates/{doctor.user_id}/like", {"like_status": True})) == {"like_status": True}
    liked = ok(patient.get("/v1/estates/likes/me"))
    assert [each["like_count"] for each in liked["data"]] == [1] and liked["next_cursor"] == "0"
    for path in ("today-estates", "hot-estates", "similar-estates"):
        assert isinstance(ok(patient.get("/v1/estates/" + path))["data"], list)
    assert ok(patient.get("/v1/estates/today-topic"))["data"] == []


def test_the_operator_makes_clinics(clinic):
    doctor = practice(clinic)

    def admin(*words):
        command = [str(binary()), "admin", *words, "--data", str(clinic.folder / "data"), "--json"]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=20)
        assert answer.returncode == 0, answer.stderr
        import json

        return json.loads(answer.stdout)

    made = admin(
        "clinic", "create", "--name", "밝은마루안과", "--address", "서울", "--place", "126.977969,37.566535",
        "--specialties", "망막, 황반",
    )
    admin("clinic", "assign", doctor.user_id, made["clinic_id"])
    [clinic_row] = ok(doctor.get("/v1/clinics"))["data"]
    assert clinic_row["name"] == "밝은마루안과" and clinic_row["longitude"] == 126.977969
    assert clinic_row["specialties"] == ["망막", "황반"]
    assert [each["user_id"] for each in clinic_row["doctors"]] == [doctor.user_id]
    assert clinic_row["doctors"][0]["next_free"]
    hours = [{"weekday": 1, "from": "09:00", "to": "18:00"}]
    changed = ok(doctor.put("/v1/clinics/" + made["clinic_id"], {"hours": hours}))
    assert changed["hours"] == hours
    stranger = join(clinic.url, "eyemon-doctor")
    assert stranger.put("/v1/clinics/" + made["clinic_id"], {"hours": []}).status_code == 445
    picture = clinic.folder / "front.png"
    picture.write_bytes(pictures.encoded(pictures.colours(64, 48), "PNG"))
    added = ["--picture", str(picture), "--picture", str(picture)]
    admin("clinic", "edit", made["clinic_id"], "--phone", "02-000-0000", "--hours", "mon-tue 09:00-18:00", *added)
    shown = ok(doctor.get("/v1/clinics/" + made["clinic_id"]))
    assert shown["hours"] == hours + [{"weekday": 2, "from": "09:00", "to": "18:00"}]
    assert len(shown["pictures"]) == 2 and doctor.get("/v1" + shown["pictures"][1]).status_code == 200
    admin("clinic", "edit", made["clinic_id"], "--no-pictures")
    assert ok(doctor.get("/v1/clinics/" + made["clinic_id"]))["pictures"] == []
    assert doctor.get("/v1" + shown["pictures"][1]).status_code == 404
    page = ok(doctor.get(f"/v1/doctors/{doctor.user_id}/page"))
    assert page["clinic"]["phone"] == "02-000-0000" and len(page["next_slots"]) == 3
    assert admin("clinic")[0]["doctors"][0]["user_id"] == doctor.user_id


def test_nobody_goes_while_a_reservation_is_open(clinic):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    made = ok(reserve(patient, doctor, slots(patient, doctor, day=3)[20]["start"]))
    preview = ok(patient.get("/v1/me/erase"))
    assert [each["id"] for each in preview["open"]] == [made["reservation_id"]]


@pytest.mark.parametrize(
    "change",
    [
        {"start": "tomorrow"}, {"start": None}, {"person_name": ""}, {"person_name": "가" * 61},
        {"person_name": "a\x00b"}, {"person_birth_date": "1990-02-30"}, {"symptoms": "가" * 2001},
        {"doctor_id": ""}, {"offer_id": "x" * 100},
    ],
)
def test_what_is_no_reservation_is_refused(clinic, change):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    body = {"doctor_id": doctor.user_id, "start": slots(patient, doctor)[0]["start"], "person_name": "정민지"} | change
    answer = patient.post("/v1/reservations", body)
    assert answer.status_code in (400, 404, 409), answer.text


def test_a_sent_key_that_is_none_is_refused(clinic):
    doctor = practice(clinic)
    patient = join(clinic.url, "eyemon")
    body = {"doctor_id": doctor.user_id, "start": slots(patient, doctor)[0]["start"], "person_name": "정민지"}
    for key in ("a b", "é".encode(), "x" * 65):
        answer = requests.post(
            clinic.url + "/v1/reservations", json=body, headers=patient.headers(**{"Idempotency-Key": key}), timeout=10)
        assert answer.status_code == 400
