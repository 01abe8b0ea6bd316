"""A doctor's day on a tablet: hours, days that differ, settings, and what is done with reservations."""

import json
import re
import subprocess
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import api
import pytest
import requests
from axe_playwright_python.sync_playwright import Axe
from fileserver import noise
from live import binary
from playwright.sync_api import expect

SEOUL = ZoneInfo("Asia/Seoul")
WEEK = [{"weekday": day, "from": "00:00", "to": "24:00"} for day in range(1, 8)]


def ask(person, method, path, body=None):
    return api.ok(requests.request(method, person.base + path, headers=person.headers(), json=body, timeout=10))


@pytest.fixture
def clinic(doctor):
    """A doctor who works round the clock, costs nothing, and wants to approve each reservation."""
    schedule = ask(doctor, "GET", "/v1/doctor/schedule")
    wanted = {"zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "rules": WEEK, "exceptions": []}
    wanted |= {"needs_approval": True, "fee": 0}
    ask(doctor, "PUT", "/v1/doctor/schedule", schedule | wanted)
    return doctor


def admin(server, *words):
    command = [str(binary()), "admin", "clinic", *words, "--data", str(server.folder / "data"), "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=30).stdout)


def reserve(patient, doctor, days=0, name="이하늘"):
    """The first free time from a day on: what costs nothing is a request at once."""
    first = (datetime.now(SEOUL) + timedelta(days=days)).date().isoformat()
    table = ask(patient, "GET", f"/v1/doctors/{doctor.user_id}/slots?from={first}&days=2")
    start = next(slot["start"] for day in table["days"] for slot in day["slots"] if slot["is_free"])
    body = {"doctor_id": doctor.user_id, "start": start, "person_name": name, "symptoms": "왼쪽 눈이 침침해요"}
    return ask(patient, "POST", "/v1/reservations", body)


def test_working_hours_are_edited_in_a_week_view(eyemon_doctor, doctor):
    eyemon_doctor.sign_in(doctor)
    eyemon_doctor.open("/schedule")
    eyemon_doctor.button("진료 시간", exact=True).click()
    eyemon_doctor.expect_path("/schedule/hours")
    page = eyemon_doctor.page
    save = eyemon_doctor.button("저장", exact=True)
    expect(save).to_be_disabled()
    monday = page.get_by_role("region", name="월", exact=True)
    for label in monday.get_by_role("button", name=re.compile("지우기$")).all():
        label.click()
        break
    if not monday.locator("input").count():
        monday.get_by_role("button", name="월 시간 추가").click()
    for width, height in ((1024, 1366), (1180, 820), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        # As wide as "오후 12:30".
        assert all(field.bounding_box()["width"] >= 84 for field in page.locator("input[type=time]").all())
    page.set_viewport_size({"width": 1180, "height": 820})
    monday.get_by_label("월 시작").first.fill("10:00")
    monday.get_by_label("월 끝").first.fill("09:00")
    save.click()
    eyemon_doctor.says("표시된 곳을 고쳐 주세요")
    monday.get_by_label("월 끝").first.fill("16:30")
    monday.get_by_role("button", name="월–금에 똑같이").click()
    eyemon_doctor.button("다른 날 추가").click()
    page.get_by_label("날짜").last.fill("2027-01-01")
    page.get_by_label("메모 (나만 봐요)").last.fill("신정")
    eyemon_doctor.shot("tablet-schedule-hours")
    save.click()
    eyemon_doctor.says("저장했어요")
    kept = ask(doctor, "GET", "/v1/doctor/schedule")
    friday = [(rule["from"], rule["to"]) for rule in kept["rules"] if rule["weekday"] == 5]
    assert friday == [("10:00", "16:30")]
    assert {"date": "2027-01-01", "kind": "closed", "note": "신정"} in kept["exceptions"]


def test_two_tablets_do_not_overwrite_each_other(eyemon_doctor, doctor):
    eyemon_doctor.sign_in(doctor)
    eyemon_doctor.open("/schedule/terms")
    fee = eyemon_doctor.field("진료비 (KRW)")
    expect(fee).to_be_visible()
    schedule = ask(doctor, "GET", "/v1/doctor/schedule")
    ask(doctor, "PUT", "/v1/doctor/schedule", schedule | {"specialty": "녹내장"})
    fee.fill("41000")
    eyemon_doctor.shot("tablet-schedule-terms")
    eyemon_doctor.button("저장", exact=True).click()
    eyemon_doctor.says("다른 기기에서 먼저 바꿨어요", exact=False)
    eyemon_doctor.button("새로 불러오기").click()
    expect(eyemon_doctor.field("전문 분야")).to_have_value("녹내장")
    fee.fill("42000")
    eyemon_doctor.button("저장", exact=True).click()
    eyemon_doctor.says("저장했어요")
    assert ask(doctor, "GET", "/v1/doctor/schedule")["fee"] == 42000


def test_requests_are_approved_and_declined(eyemon_doctor, clinic, patient):
    sky, sea, late = (reserve(patient, clinic, days=1, name=name) for name in ("이하늘", "김바다", "박솔"))
    eyemon_doctor.sign_in(clinic)
    eyemon_doctor.open("/schedule")
    eyemon_doctor.says("답을 기다리는 예약 3건")
    page = eyemon_doctor.page
    waiting = page.get_by_role("list", name="답을 기다리는 예약")
    waiting.get_by_role("button", name=re.compile("이하늘")).click()
    eyemon_doctor.says("왼쪽 눈이 침침해요")
    eyemon_doctor.shot("tablet-schedule-request")
    eyemon_doctor.button("승인", exact=True).click()
    eyemon_doctor.says("답을 기다리는 예약 2건")
    waiting.get_by_role("button", name=re.compile("김바다")).click()
    eyemon_doctor.button("거절", exact=True).click()
    eyemon_doctor.sheet().get_by_role("textbox").fill("그날은 휴진이에요")
    eyemon_doctor.sheet().get_by_role("button", name="거절", exact=True).click()
    eyemon_doctor.says("답을 기다리는 예약 1건")
    waiting.get_by_role("button", name=re.compile("박솔")).click()
    ask(clinic, "POST", f"/v1/doctor/reservations/{late['reservation_id']}/approve")
    # Decided elsewhere: there is nothing left to decide here.
    expect(eyemon_doctor.button("승인", exact=True)).to_have_count(0)
    expect(page.get_by_role("list", name="답을 기다리는 예약")).to_have_count(0)
    kept = [ask(patient, "GET", f"/v1/reservations/{one['reservation_id']}") for one in (sky, sea, late)]
    assert [one["state"] for one in kept] == ["confirmed", "declined", "confirmed"]
    assert kept[1]["cancel_reason"] == "그날은 휴진이에요"


def test_the_next_day_has_its_appointments_and_a_note_for_the_patient(eyemon_doctor, clinic, patient):
    one = reserve(patient, clinic, days=1)
    ask(clinic, "POST", f"/v1/doctor/reservations/{one['reservation_id']}/approve")
    eyemon_doctor.sign_in(clinic)
    eyemon_doctor.open("/schedule")
    eyemon_doctor.button("다음 날").click()
    eyemon_doctor.button(re.compile("이하늘, 확정$")).click()
    eyemon_doctor.button("메모 쓰기").click()
    eyemon_doctor.field("진료 메모").fill("인공눈물 하루 4회")
    eyemon_doctor.shot("tablet-schedule-note")
    eyemon_doctor.button("저장", exact=True).click()
    eyemon_doctor.says("인공눈물 하루 4회")
    expect(eyemon_doctor.button("메모 고치기")).to_be_visible()
    assert ask(patient, "GET", f"/v1/reservations/{one['reservation_id']}")["note"] == "인공눈물 하루 4회"
    eyemon_doctor.button("일주일").click()
    expect(eyemon_doctor.page.locator(".week-day")).to_have_count(7)
    eyemon_doctor.shot("tablet-schedule-week")


def test_a_week_is_a_table_of_hours(eyemon_doctor, clinic, patient):
    one = reserve(patient, clinic, days=1)
    ask(clinic, "POST", f"/v1/doctor/reservations/{one['reservation_id']}/approve")
    page = eyemon_doctor.sign_in(clinic).open("/schedule").page
    eyemon_doctor.button("일주일").click()
    if datetime.now(SEOUL).weekday() == 6:
        eyemon_doctor.button("다음 주").click()
    entry = page.locator(".week-entry")
    expect(entry).to_have_count(1)
    start = datetime.fromisoformat(one["local_start"])
    # From midnight to midnight: where it stands says when it is.
    body = page.locator(".week-body").filter(has=entry)
    place, column = entry.bounding_box(), body.bounding_box()
    minutes = (place["y"] - column["y"]) / column["height"] * 1440
    assert abs(minutes - start.hour * 60 - start.minute) < 3
    assert abs(place["height"] / column["height"] * 1440 - 30) < 4
    if datetime.now(SEOUL).weekday() != 6:
        expect(page.locator("#now")).to_have_count(1)
    for size in ({"width": 390, "height": 844}, {"width": 820, "height": 1180}, {"width": 1180, "height": 820}):
        page.set_viewport_size(size)
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    # A large tablet, upright: nothing is chosen yet, and all seven days are in sight.
    page.set_viewport_size({"width": 1024, "height": 1366})
    grid = page.locator(".week-grid")
    assert grid.evaluate("grid => grid.scrollWidth - grid.clientWidth") <= 0
    eyemon_doctor.shot("upright-schedule-week")
    entry.focus()
    page.keyboard.press("Enter")
    eyemon_doctor.says("왼쪽 눈이 침침해요")
    read(page, "week")


def test_hours_without_work_are_shaded(eyemon_doctor, clinic):
    schedule = ask(clinic, "GET", "/v1/doctor/schedule")
    rules = [{"weekday": 1, "from": "09:00", "to": "12:00"}, {"weekday": 1, "from": "13:00", "to": "18:00"}]
    ask(clinic, "PUT", "/v1/doctor/schedule", schedule | {"rules": rules})
    page = eyemon_doctor.sign_in(clinic).open("/schedule").page
    eyemon_doctor.button("일주일").click()
    days = page.locator(".week-day")
    expect(days.first.locator(".week-closed")).to_have_count(1)
    expect(days.last.locator(".week-closed")).to_have_count(1)
    hours = page.locator(".week-hour")
    expect(hours.first).to_have_text("09:00")
    expect(hours.last).to_have_text("17:00")


def test_a_zone_is_chosen_or_typed(eyemon_doctor, clinic):
    eyemon_doctor.sign_in(clinic).open("/schedule/terms")
    page = eyemon_doctor.page
    zones = page.get_by_label("시간대", exact=True)
    expect(zones).to_have_value("Asia/Seoul")
    zones.select_option("other")
    typed = eyemon_doctor.field("시간대 이름 (예: Asia/Seoul)")
    typed.fill("Asia/Nowhere")
    eyemon_doctor.button("저장", exact=True).click()
    eyemon_doctor.says("없는 시간대예요", exact=False)
    read(page, "zone")
    typed.fill("Asia/Pyongyang")
    eyemon_doctor.button("저장", exact=True).click()
    eyemon_doctor.says("저장했어요")
    assert ask(clinic, "GET", "/v1/doctor/schedule")["zone"] == "Asia/Pyongyang"
    zones.select_option("Europe/London")
    expect(typed).to_have_count(0)
    eyemon_doctor.button("저장", exact=True).click()
    eyemon_doctor.says("저장했어요")
    assert ask(clinic, "GET", "/v1/doctor/schedule")["zone"] == "Europe/London"


def test_a_doctor_changes_the_clinic(eyemon_doctor, server, clinic):
    made = admin(server, "create", "--name", "밝은마루안과")
    admin(server, "assign", clinic.user_id, made["clinic_id"])
    eyemon_doctor.sign_in(clinic).open("/schedule/terms")
    page = eyemon_doctor.page
    page.get_by_label("토", exact=True).fill("09:00-13:00")
    eyemon_doctor.button("병원 정보 저장").click()
    eyemon_doctor.says("저장했어요")
    page.set_input_files("input[type=file]", files=[
        {"name": "a.png", "mimeType": "image/png", "buffer": noise(600, 450)}])
    eyemon_doctor.button("사진 1 지우기", exact=False).wait_for()
    read(page, "clinic")
    shown = ask(clinic, "GET", "/v1/clinics/" + made["clinic_id"])
    assert {"weekday": 6, "from": "09:00", "to": "13:00"} in shown["hours"] and len(shown["pictures"]) == 1
    eyemon_doctor.button("사진 1 지우기", exact=False).click()
    expect(eyemon_doctor.button("사진 1 지우기", exact=False)).to_have_count(0)


def test_a_notice_leads_to_its_reservation(eyemon_doctor, clinic, patient):
    one = reserve(patient, clinic, days=1)
    eyemon_doctor.sign_in(clinic).open(f"/reservations/{one['reservation_id']}")
    eyemon_doctor.says("왼쪽 눈이 침침해요")
    eyemon_doctor.expect_path("/schedule")
    eyemon_doctor.open(f"/reservations/{'0' * 24}")
    eyemon_doctor.says("그 예약은 사라졌거나 다른 의사의 예약이에요")


def read(page, name):
    """Read by axe."""
    results = Axe().run(page)
    assert results.violations_count == 0, f"{name}\n{results.generate_report()}"
