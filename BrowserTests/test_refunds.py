"""What can become of money and time after a reservation: deposits, refunds, other times, waiting, what gets lost.

What another journey plays already (the way to the payment, the doctor's board) is done by the wire here.
"""

import re
import sqlite3
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import api
import live
import pytest
import requests
import sandbox
from apps import EyeMon, agree
from playwright.sync_api import expect
from test_booking import Booking, ask, look

SEOUL = ZoneInfo("Asia/Seoul")
FEE = 30_000
ALWAYS = [{"weekday": day, "from": "00:00", "to": "24:00"} for day in range(1, 8)]
WITHIN = 40


class Practice:
    """A doctor round the clock, a patient, and the practice provider that takes their money."""

    def __init__(self, server, **changes):
        self.server = server
        self.doctor = agree(api.join(server.url, "eyemon-doctor", "박새눈"))
        self.patient = agree(api.join(server.url, "eyemon", "이하늘"))
        schedule = {
            "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "horizon_days": 30, "needs_approval": False,
            "approval_hours": 24, "fee": FEE, "currency": "KRW", "languages": ["ko"], "introduction": "망막을 봅니다.",
            "specialty": "망막", "answer_time": "하루 안에", "rules": ALWAYS, "exceptions": [], "version": 0,
            "policy": {"free_hours": 24, "part_hours": 2, "part_percent": 50},
        }
        ask(self.doctor, "PUT", "/v1/doctor/schedule", schedule | changes)

    def hold(self, after=timedelta(days=2), patient=None):
        """The first free time from then on."""
        patient, earliest = patient or self.patient, datetime.now(SEOUL) + after
        place = f"/v1/doctors/{self.doctor.user_id}/slots?from={earliest.date().isoformat()}&days=2"
        days = ask(patient, "GET", place)["days"]
        free = [slot["start"] for day in days for slot in day["slots"] if slot["is_free"]]
        start = next(start for start in free if datetime.fromisoformat(start) >= earliest)
        body = {"doctor_id": self.doctor.user_id, "start": start, "person_name": "이하늘"}
        return ask(patient, "POST", "/v1/reservations", body)

    def order(self, reservation, patient=None):
        body = {
            "estate_id": self.doctor.user_id, "total_price": FEE, "reservation_id": reservation["reservation_id"],
        }
        return ask(patient or self.patient, "POST", "/v1/orders", body)["order_code"]

    def address(self, code, patient=None):
        """Of the checkout."""
        body = {"app": "eyemon", "return_to": "/eyemon/orders/" + code}
        return self.server.url + ask(patient or self.patient, "POST", f"/v1/orders/{code}/checkout", body)["url"]

    def shop(self, code, patient=None):
        """The provider that the checkout leads to."""
        page = requests.get(self.address(code, patient), timeout=10).text
        return sandbox.Sandbox(None, int(re.search(r'action="http://[^":]+:(\d+)/checkout"', page)[1]))

    def pay(self, reservation, patient=None, **more):
        """By card, and known to the server at once."""
        patient = patient or self.patient
        code = self.order(reservation, patient)
        self.shop(code, patient).pay(code, FEE, notice=self.server.url + "/v1/payments/webhooks/portone-v1", **more)
        self.until(code, lambda order: order["state"] == "paid", patient)
        return code

    def until(self, code, isso, patient=None):
        return until(lambda: ask(patient or self.patient, "GET", f"/v1/orders/{code}/state"), isso)

    def decide(self, verb, reservation):
        return ask(self.doctor, "POST", f"/v1/doctor/reservations/{reservation['reservation_id']}/{verb}", {})


def until(look_at, isso):
    limit = time.monotonic() + WITHIN
    while True:
        seen = look_at()
        if isso(seen):
            return seen
        assert time.monotonic() < limit, seen
        time.sleep(0.25)


@pytest.fixture
def practice(server):
    return Practice(server)


@pytest.fixture(scope="module", autouse=True)
def walked_away(shell_browser, shared_server):
    """Somebody paid, nobody is told of it, and the tab closed before it led back. By the last journey of this file the
    server has asked by itself."""
    practice = Practice(shared_server)
    reservation = practice.hold()
    code = practice.order(reservation)
    address, shop = practice.address(code), practice.shop(code)
    context = shell_browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, locale="ko-KR", timezone_id="Asia/Seoul")
    app = EyeMon(context.new_page(), shared_server).sign_in(practice.patient)
    app.page.goto(address)
    app.page.get_by_role("button", name=re.compile("결제하기")).click()
    app.page.get_by_text("문제 만들어 보기").click()
    app.page.get_by_label("가맹점에 알림").select_option(label="알리지 않음")
    app.page.get_by_role("button", name="결제하고 돌아가지 않기").click()
    expect(app.page.get_by_role("heading", name="결제했습니다")).to_be_visible()
    app.page.close()
    yield practice, reservation, context, shop
    context.close()


def open_reservation(app, practice, reservation):
    app.sign_in(practice.patient).open("/reservations/" + reservation["reservation_id"])


def test_a_deposit_is_awaited_and_goes_back_to_an_account(eyemon, server):
    practice = Practice(server, needs_approval=True)
    reservation = practice.hold()
    open_reservation(eyemon, practice, reservation)
    eyemon.says("결제 대기")
    eyemon.button("30,000원 결제하기").click()
    page = eyemon.page
    page.get_by_role("radio", name=re.compile("가상계좌")).check()
    page.get_by_role("button", name="30,000원 결제하기").click()
    expect(page.get_by_text("연습용 결제 페이지입니다")).to_be_visible()
    page.get_by_role("button", name="30,000원 결제하기").click()
    page.get_by_role("link", name="가맹점으로 돌아가기").click()
    eyemon.says("입금을 기다리고 있어요")
    eyemon.says("입금할 계좌")
    look(eyemon, "deposit")
    code = page.url.split("?")[0].rsplit("/", 1)[1]
    assert practice.shop(code).control(f"/payments/{code}/deposit", {}).status_code == 200
    eyemon.says("예약을 요청했어요")
    practice.decide("decline", reservation)
    eyemon.link("예약 보기").click()
    eyemon.says("예약 불가")
    eyemon.says("환불받을 계좌를 알려 주세요", exact=False)
    eyemon.link(re.compile("환불받을 계좌 알려 주기")).click()
    eyemon.says("환불받을 계좌를 알려 주세요")
    eyemon.button("이 계좌로 환불받기").click()
    eyemon.says("은행을 골라 주세요")
    look(eyemon, "account")
    page.get_by_label("은행", exact=True).select_option(label="신한은행")
    eyemon.field("계좌번호").fill("110-123-456789")
    eyemon.field("예금주").fill("이하늘")
    eyemon.button("이 계좌로 환불받기").click()
    eyemon.says("전액 환불됐어요")
    look(eyemon, "account-given")


def test_a_late_cancellation_gives_back_what_the_policy_says(eyemon, practice):
    soon, now = practice.hold(timedelta(hours=5)), practice.hold(timedelta(minutes=2))
    orders = [practice.pay(one) for one in (soon, now)]
    eyemon.sign_in(practice.patient)
    for reservation, code, button, said in (
        (soon, orders[0], "15,000원 환불받고 취소하기", "15,000원 환불됐어요"),
        (now, orders[1], "환불 없이 취소하기", "취소·환불 규정에 따라 환불되는 금액이 없어요"),
    ):
        eyemon.open(f"/reservations/{reservation['reservation_id']}/cancel")
        eyemon.button(button).click()
        eyemon.says("내가 취소한 예약이에요", exact=False)
        eyemon.link(re.compile("결제 진행 내역")).click()
        eyemon.says(said)
        look(eyemon, "policy-" + ("part" if reservation is soon else "nothing"))
        refunded = practice.until(code, lambda order: order["returning_amount"] == 0)["refunded_amount"]
        assert refunded == (15_000 if reservation is soon else 0)


def test_a_doctor_who_cancels_gives_everything_back(eyemon, eyemon_doctor, practice):
    reservation = practice.hold(timedelta(hours=5))
    code = practice.pay(reservation)
    open_reservation(eyemon, practice, reservation)
    eyemon.says("예약 확정")
    eyemon_doctor.sign_in(practice.doctor).open("/reservations/" + reservation["reservation_id"])
    eyemon_doctor.button("예약 취소", exact=True).click()
    eyemon_doctor.sheet().get_by_role("button", name="예약 취소", exact=True).click()
    eyemon_doctor.says("취소됨")
    # The patient's page hears of it by itself.
    eyemon.says("병원에서 취소한 예약이에요", exact=False)
    eyemon.link(re.compile("결제 진행 내역")).click()
    eyemon.says("전액 환불됐어요")
    assert practice.until(code, lambda order: order["state"] == "refunded")["refunded_amount"] == FEE


def test_another_time_keeps_the_payment(eyemon, practice):
    reservation = practice.hold(timedelta(days=3))
    code = practice.pay(reservation)
    open_reservation(eyemon, practice, reservation)
    eyemon.button("시간 바꾸기").click()
    eyemon.page.locator(".slot").last.click()
    eyemon.sheet().get_by_role("button", name="시간 바꾸기").click()
    eyemon.expect_path("/reservations/" + reservation["reservation_id"])
    eyemon.says("예약 확정")
    moved = ask(practice.patient, "GET", "/v1/reservations/" + reservation["reservation_id"])
    assert moved["start"] != reservation["start"] and moved["order"]["order_code"] == code
    eyemon.says("결제한 금액")
    look(eyemon, "moved")


def test_whoever_waits_is_offered_what_becomes_free(eyemon, server, practice):
    other = agree(api.join(server.url, "eyemon", "먼저온이"))
    taken = practice.hold(timedelta(days=3), other)
    practice.pay(taken, other)
    eyemon.sign_in(practice.patient).open(f"/doctors/{practice.doctor.user_id}/waiting")
    eyemon.button("알림 신청하기").click()
    eyemon.says("기다리는 중")
    look(eyemon, "waiting")
    ask(other, "POST", f"/v1/reservations/{taken['reservation_id']}/cancel", {"expected_refund": FEE})
    eyemon.page.reload()
    eyemon.button(re.compile("자리가 났어요")).click()
    eyemon.expect_path("/doctors/[0-9a-f]{24}/book/[0-9]+/.+")
    story = Booking(eyemon, practice.doctor)
    story.fill()
    eyemon.button("30,000원 결제하기").click()
    expect(eyemon.page).to_have_url(re.compile("/checkout/eyemon/"))
    story.on_to_sandbox()
    story.pay_by_card()
    eyemon.says("예약이 확정됐어요")
    mine = ask(practice.patient, "GET", "/v1/reservations?scope=upcoming")["data"]
    assert [one["start"] for one in mine] == [taken["start"]]


def test_back_from_the_checkout_leads_to_what_is_held(eyemon, practice):
    eyemon.sign_in(practice.patient)
    story = Booking(eyemon, practice.doctor)
    story.to_checkout()
    eyemon.page.go_back()
    eyemon.expect_path("/reservations/[0-9a-f]{24}")
    eyemon.says("결제 대기")
    eyemon.button("30,000원 결제하기").click()
    expect(eyemon.page).to_have_url(re.compile("/checkout/eyemon/"))
    story.on_to_sandbox()
    story.pay_by_card()
    eyemon.says("예약이 확정됐어요")
    mine = ask(practice.patient, "GET", "/v1/reservations?scope=upcoming")["data"]
    assert [one["state"] for one in mine] == ["confirmed"]


def test_a_hold_that_ended_says_so_wherever_it_is_seen(walked_away, browser_of, watch, tmp_path):
    server = live.Server(tmp_path / "maru", "--pay-sandbox", walked_away[-1].url).start()
    try:
        practice = Practice(server)
        reservation = practice.hold()
        address = practice.address(practice.order(reservation))
        app = EyeMon(watch.page(browser_of("phone").new_page()), server)
        open_reservation(app, practice, reservation)
        app.says("결제 대기")
        server.stop()
        end_holds(server)
        server.start()
        app.page.reload()
        app.says("시간 지남")
        app.says("제때 결제되지 않아 자리가 다시 열렸어요", exact=False)
        expect(app.link("다시 예약하기")).to_be_visible()
        expect(app.button("30,000원 결제하기")).to_have_count(0)
        look(app, "ended")
        app.page.goto(address)
        expect(app.page.get_by_role("heading")).to_have_text(re.compile("결제할 것이 없습니다|결제 시간이 지났습니다"))
        expect(app.page.get_by_role("button")).to_have_count(0)
    finally:
        server.stop()


def end_holds(server):
    """As if the server had been away until all of them were over."""
    past = int(time.time() * 1000) - 1_000
    with sqlite3.connect(server.folder / "data/maru.db") as base:
        base.execute("UPDATE reservations SET due_at = ? WHERE state = 'held'", (past,))
        base.execute("UPDATE orders SET expires_at = ?, next_check_at = ? WHERE stage = 'held'", (past, past))
    base.close()


def test_a_lost_callback_is_healed_by_the_server_itself(walked_away, watch):
    practice, reservation, context, _ = walked_away
    # This question makes nobody ask the provider.
    place = "/v1/reservations/" + reservation["reservation_id"]
    until(lambda: ask(practice.patient, "GET", place), lambda seen: seen["state"] == "confirmed")
    again = EyeMon(watch.page(context.new_page()), practice.server).open("/reservations")
    again.says("예약 확정")
    order = ask(practice.patient, "GET", place)["order"]
    assert order["state"] == "paid" and order["paid_amount"] == FEE
