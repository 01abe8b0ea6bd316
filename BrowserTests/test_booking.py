"""A patient's whole story with a reservation: a doctor, a time, the payment, the reservation, and the money back."""

import json
import re
import struct
import subprocess
import zlib
from datetime import datetime, timezone

import api
import pytest
import requests
from apps import EyeMon, agree
from axe_playwright_python.sync_playwright import Axe
from live import binary
from playwright.sync_api import expect

RULES = [{"weekday": day, "from": "07:00", "to": "22:00"} for day in range(1, 7)]


def ask(person, method, path, body=None):
    return api.ok(requests.request(method, person.base + path, headers=person.headers(), json=body, timeout=10))


def admin(server, *words):
    command = [str(binary()), "admin", "clinic", *words, "--data", str(server.folder / "data"), "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=30).stdout)


def work(doctor):
    """Long days, and a fee."""
    ask(doctor, "PUT", "/v1/doctor/schedule", {
        "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "horizon_days": 30, "needs_approval": False,
        "approval_hours": 24, "fee": 30000, "currency": "KRW", "languages": ["ko"], "introduction": "망막을 봅니다.",
        "specialty": "망막", "answer_time": "보통 2시간 안에 답해요", "rules": RULES, "exceptions": [], "version": 0,
        "policy": {"free_hours": 24, "part_hours": 2, "part_percent": 50},
    })
    return doctor


@pytest.fixture
def doctor(server, doctor):
    """Who works in a clinic."""
    made = admin(
        server, "create", "--name", "밝은마루안과", "--address", "서울특별시 중구 세종대로 110", "--phone", "02-123-4567",
        "--place", "126.978,37.5665")
    admin(server, "assign", doctor.user_id, made["clinic_id"])
    return work(doctor)


def look(app, name):
    """A screenshot of what is there, read by axe."""
    app.page.wait_for_timeout(300)
    app.shot("phone-booking-" + name)
    results = Axe().run(app.page)
    assert results.violations_count == 0, f"{name}\n{results.generate_report()}"
    assert app.page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, f"{name} is too wide"


class Booking:
    """The way through the screens."""

    def __init__(self, app, doctor):
        self.app, self.page, self.doctor = app, app.page, doctor

    def choose_day_after_tomorrow(self):
        """The times of a day that is far enough for everything to be refunded."""
        self.app.open(f"/doctors/{self.doctor.user_id}/times")
        day = self.page.locator(".day:not(:disabled)")
        expect(day.first).to_be_visible()
        if day.count() < 3:  # A month that is nearly over.
            month = self.page.locator(".month-head h2")
            before = month.inner_text()
            self.app.button("다음 달").click()
            expect(month).not_to_have_text(before)
            expect(self.page.locator(".month.loading")).to_have_count(0)
        day.nth(2).click()
        return self.page.locator(".slot").last

    def fill(self, name="이하늘"):
        self.app.field("이름").fill(name)
        self.app.field("생년월일 (선택)").fill("19990228")
        self.app.field("증상 (선택)").fill("왼쪽 눈에 검은 점이 떠다녀요")
        self.app.button(re.compile("규정을 확인했어요")).click()
        self.app.button(re.compile("동의해요")).click()

    def to_checkout(self):
        self.choose_day_after_tomorrow().click()
        self.app.expect_path("/doctors/[0-9a-f]{24}/book/[0-9]+")
        self.fill()
        look(self.app, "intake")
        self.app.button("30,000원 결제하기").click()
        expect(self.page).to_have_url(re.compile("/checkout/eyemon/"))

    def to_sandbox(self):
        """By the checkout to the provider's own page."""
        self.to_checkout()
        self.on_to_sandbox()

    def on_to_sandbox(self):
        self.page.get_by_role("button", name=re.compile("결제하기")).click()
        expect(self.page.get_by_text("연습용 결제 페이지입니다")).to_be_visible()

    def pay(self):
        self.to_sandbox()
        self.pay_by_card()

    def pay_by_card(self):
        self.page.get_by_role("button", name="30,000원 결제하기").click()
        self.app.expect_path("/orders/[^/]+")


def test_from_a_doctor_to_a_reservation_and_back_to_the_money(eyemon, patient, doctor):
    eyemon.sign_in(patient)
    eyemon.link(re.compile(doctor.nick)).last.click()
    eyemon.says("상담료 30,000원")
    eyemon.says("119", exact=False)
    look(eyemon, "doctor")
    eyemon.button("날짜와 시간 고르기").click()
    eyemon.expect_path("/doctors/[0-9a-f]{24}/times")
    look(eyemon, "times")

    story = Booking(eyemon, doctor)
    story.pay()
    eyemon.says("예약이 확정됐어요")
    look(eyemon, "result")
    eyemon.page.reload()
    eyemon.says("예약이 확정됐어요")
    eyemon.link("예약 보기").click()
    eyemon.says("예약 확정")
    eyemon.says("왼쪽 눈에 검은 점이 떠다녀요")
    look(eyemon, "reservation")
    eyemon.button("상담방 들어가기").click()
    eyemon.expect_path("/chats/[0-9a-f]{24}")
    eyemon.says("119", exact=False)
    look(eyemon, "consult-room")
    eyemon.button(re.compile("^예약 보기: .* 진료")).click()
    eyemon.expect_path("/reservations/[0-9a-f]{24}")

    eyemon.button("예약 취소").click()
    eyemon.says("환불 금액")
    look(eyemon, "cancel")
    eyemon.button("30,000원 환불받고 취소하기").click()
    eyemon.says("내가 취소한 예약이에요")
    eyemon.link(re.compile("결제 진행 내역")).click()
    eyemon.says("전액 환불됐어요")
    eyemon.open("/payments")
    eyemon.says("전액 환불", exact=False)
    look(eyemon, "payments")
    eyemon.link(re.compile("영수증")).click()
    eyemon.says("주문번호")
    look(eyemon, "receipt")
    expect(eyemon.link("결제사 영수증 열기")).to_have_attribute("href", re.compile("/receipts/"))


def test_a_payment_that_is_refused_can_be_made_again(eyemon, patient, doctor):
    eyemon.sign_in(patient)
    story = Booking(eyemon, doctor)
    story.to_sandbox()
    eyemon.page.get_by_text("문제 만들어 보기").click()
    eyemon.page.get_by_role("button", name="카드사가 거절하게 하기").click()
    if "/eyemon/" not in eyemon.page.url:
        eyemon.page.get_by_role("link", name="가맹점으로 돌아가기").click()
    eyemon.says("결제되지 않았어요")
    look(eyemon, "failed")
    eyemon.button("다시 결제하기").click()
    expect(eyemon.page).to_have_url(re.compile("/checkout/eyemon/"))
    look(eyemon, "checkout")
    story.on_to_sandbox()
    story.pay_by_card()
    eyemon.says("예약이 확정됐어요")


def test_a_tab_that_closes_while_paying_loses_nothing(browser_of, watch, server, patient, doctor):
    context = browser_of("phone")
    first = EyeMon(watch.page(context.new_page()), server).sign_in(patient)
    story = Booking(first, doctor)
    story.to_sandbox()
    first.page.get_by_text("문제 만들어 보기").click()
    # Nobody tells the server of it.
    first.page.get_by_label("가맹점에 알림").select_option(label="알리지 않음")
    first.page.get_by_role("button", name="결제하고 돌아가지 않기").click()
    expect(first.page.get_by_role("heading", name="결제했습니다")).to_be_visible()
    first.page.close()
    again = EyeMon(watch.page(context.new_page()), server).open("/reservations")
    again.says("예약 확정", exact=False)


def test_whoever_comes_second_chooses_another_time(eyemon, server, patient, doctor):
    eyemon.sign_in(patient)
    story = Booking(eyemon, doctor)
    story.choose_day_after_tomorrow().click()
    eyemon.expect_path("/doctors/[0-9a-f]{24}/book/[0-9]+")
    story.fill()
    start = int(eyemon.page.url.rsplit("/", 1)[1])
    other = api.join(server.url, "eyemon", "먼저온이")
    body = {"doctor_id": doctor.user_id, "start": iso(start), "person_name": "먼저 온 이"}
    ask(other, "POST", "/v1/reservations", body)
    eyemon.button("30,000원 결제하기").click()
    eyemon.says("방금 다른 분이 예약한 시간이에요")
    look(eyemon, "taken")
    lists = eyemon.page.get_by_role("list")
    # Those of the chosen day, then the soonest.
    expect(lists.filter(has=eyemon.page.get_by_role("button"))).to_have_count(3)
    same_day = eyemon.page.get_by_role("list", name=re.compile("의 빈 시간$"))
    expect(eyemon.page.get_by_role("list", name="가장 빠른 시간")).to_be_visible()
    same_day.get_by_role("button").first.click()
    expect(eyemon.field("이름")).to_have_value("이하늘")
    assert eyemon.page.url.rsplit("/", 1)[1] != str(start)


@pytest.mark.parametrize("language, said, way", [
    ("ko", "예약을 찾을 수 없어요", "내 예약"), ("en", "We can’t find this booking", "My bookings"),
    ("ja", "予約が見つかりません", "予約一覧"),
])
def test_what_is_not_there_says_so(eyemon, patient, language, said, way):
    eyemon.sign_in(patient)
    eyemon.page.evaluate("name => localStorage.setItem('maru/eyemon/language', name)", language)
    for place in ("", "/cancel", "/times"):
        eyemon.open(f"/reservations/{'0' * 24}{place}")
        eyemon.says(said)
        expect(eyemon.page.locator(".face button")).to_have_count(0)
    look(eyemon, "nothing-" + language)
    eyemon.link(way).click()
    eyemon.expect_path("/reservations")


def test_payments_and_doctors_that_are_not_there_say_so(eyemon, patient, doctor):
    eyemon.sign_in(patient)
    for path, said, way in (
        ("/orders/M-nothing", "결제를 찾을 수 없어요", "결제 내역"), ("/payments/M-nothing", "영수증이 없어요", "결제 내역"),
        (f"/doctors/{'0' * 24}/times", "아직 예약을 받지 않아요", "의사 고르기"),
        (f"/doctors/{'0' * 24}/book/1800000000000", "아직 예약을 받지 않아요", "의사 고르기"),
        (f"/doctors/{'0' * 24}", "아직 예약을 받지 않아요", "의사 고르기"),
    ):
        eyemon.open(path)
        eyemon.says(said)
        expect(eyemon.link(way)).to_be_visible()
    look(eyemon, "no-doctor")
    eyemon.link("의사 고르기").click()
    eyemon.expect_path("/doctors")


def test_the_clinic_is_seen_and_found(eyemon, server, patient, doctor):
    clinic = ask(patient, "GET", f"/v1/doctors/{doctor.user_id}/page")["clinic"]
    headers = {name: value for name, value in doctor.headers().items() if name != "Content-Type"}
    picture = ("files", ("front.png", painted(), "image/png"))
    api.ok(requests.post(
        f"{doctor.base}/v1/clinics/{clinic['clinic_id']}/pictures", headers=headers, files=[picture], timeout=10))
    eyemon.sign_in(patient).open(f"/doctors/{doctor.user_id}")
    eyemon.says("망막을 봅니다.")
    shown = eyemon.page.get_by_role("img", name="밝은마루안과 사진 1")
    shown.scroll_into_view_if_needed()
    expect(shown).to_have_attribute("data-shown", "yes")
    box = shown.bounding_box()
    assert abs(box["width"] / box["height"] - 4 / 3) < 0.02
    place = eyemon.link("지도에서 보기")
    expect(place).to_have_attribute("href", re.compile(r"//map\.kakao\.com/link/map/[^,]+,37\.566500,126\.978000$"))
    expect(place).to_have_attribute("rel", "noopener noreferrer")
    expect(eyemon.link(re.compile("02-123-4567"))).to_have_attribute("href", "tel:021234567")
    look(eyemon, "clinic")


def test_a_doctor_without_a_clinic_can_be_reserved(eyemon, server, patient):
    alone = work(agree(api.join(server.url, "eyemon-doctor", "한빛나")))
    eyemon.sign_in(patient).open(f"/doctors/{alone.user_id}")
    eyemon.says("상담료 30,000원")
    look(eyemon, "no-clinic")
    Booking(eyemon, alone).to_checkout()


def test_both_clocks_are_shown_abroad(browser_of, watch, server, patient, doctor):
    abroad = EyeMon(watch.page(browser_of("phone", timezone_id="America/New_York").new_page()), server)
    abroad.sign_in(patient).open(f"/doctors/{doctor.user_id}/times")
    abroad.says("모든 시간은 한국 시간이에요", exact=False)
    expect(abroad.page.locator(".slot small").first).to_contain_text("내 시간")
    look(abroad, "abroad")


def painted(width=320, height=240):
    """A PNG of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes((40, 140, 130)) * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def iso(milliseconds):
    return datetime.fromtimestamp(milliseconds / 1000, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
