"""From an order to the money and back over live HTTP: our checkout document, the practice provider's pages in both
dialects, and what became of the order at the end. Its money and ours are compared."""

import datetime
import html
import re
import time
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
import requests
from api import join, ok

FEE = 30_000
WEEK = [{"weekday": day, "from": "00:00", "to": "24:00"} for day in range(1, 8)]
SCHEDULE = {
    "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "horizon_days": 30, "needs_approval": False,
    "approval_hours": 24, "fee": FEE, "currency": "KRW", "languages": ["ko"], "introduction": "안녕하세요",
    "specialty": "망막", "answer_time": "하루 안에", "rules": WEEK, "exceptions": [], "version": 0,
    "policy": {"free_hours": 1, "part_hours": 0, "part_percent": 0},
}


class World:
    def __init__(self, start_server, shop, *flags):
        self.shop = shop
        self.server = start_server(*flags, MARU_PAY_SANDBOX=shop.url)
        self.url = self.server.url
        self.doctor = join(self.url, "eyemon-doctor")
        ok(self.doctor.put("/v1/doctor/schedule", SCHEDULE))
        self.patient = join(self.url, "eyemon")

    def order(self):
        """A held reservation and its order's code."""
        day = (datetime.datetime.now(ZoneInfo("Asia/Seoul")).date() + datetime.timedelta(days=2)).isoformat()
        path = f"/v1/doctors/{self.doctor.user_id}/slots"
        table = ok(self.patient.get(path, params={"from": day, "days": 1}))
        start = next(slot["start"] for each in table["days"] for slot in each["slots"] if slot["is_free"])
        body = {"doctor_id": self.doctor.user_id, "start": start, "person_name": "정민지"}
        held = ok(self.patient.post("/v1/reservations", body))["reservation_id"]
        body = {"estate_id": self.doctor.user_id, "total_price": FEE, "reservation_id": held}
        return held, ok(self.patient.post("/v1/orders", body))["order_code"]

    def checkout(self, code):
        """The document, as a browser gets it."""
        body = {"app": "eyemon", "return_to": f"/eyemon/orders/{code}"}
        url = ok(self.patient.post(f"/v1/orders/{code}/checkout", body))["url"]
        return requests.get(url if "://" in url else self.url + url, timeout=10)

    def pay(self, page, method=None, **choice):
        """Sends the form of our document, and then the one of the provider; where that leads."""
        action = html.unescape(re.search(r'action="([^"]+)"', page.text)[1])
        fields = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page.text)}
        names = {"card": ("card", "CARD"), "account": ("vbank", "VIRTUAL_ACCOUNT")}[method or "card"]
        for name, value in zip(("pay_method", "payMethod"), names):
            if name in fields:
                fields[name] = value
        opened = requests.post(action, data=fields, timeout=10)
        assert opened.status_code == 200, opened.text
        form = {"choice": "pay", "method": method or "card"} | choice
        return requests.post(opened.url, data=form, timeout=10, allow_redirects=False)

    def state(self, code):
        return ok(self.patient.get(f"/v1/orders/{code}/state"))

    def until(self, code, wanted, within=20):
        limit = time.monotonic() + within
        while (state := self.state(code))["state"] != wanted:
            assert time.monotonic() < limit, state
            time.sleep(0.1)
        return state

    def money(self, code):
        return self.shop.control(f"/payments/{code}").json()


@pytest.fixture(params=["v1", "v2"])
def world(request, start_server, shop):
    return World(start_server, shop, "--pay-through", request.param)


def test_document_and_way_back(world):
    _, code = world.order()
    page = world.checkout(code)
    policy = page.headers["Content-Security-Policy"]
    assert page.status_code == 200 and "<script" not in page.text and "script-src 'none'" in policy
    assert f"form-action {world.shop.url}" in policy and "Set-Cookie" not in page.headers
    assert "30,000원 결제하기" in page.text and code in page.text
    back = world.pay(page)
    assert back.status_code == 303 and back.headers["Location"].startswith(world.url + "/checkout/eyemon/")
    home = requests.get(back.headers["Location"], timeout=10, allow_redirects=False)
    assert home.status_code == 303
    assert urlsplit(home.headers["Location"]).path == f"/eyemon/orders/{code}"
    paid = world.until(code, "paid")
    assert paid["paid_amount"] == FEE and world.money(code)["balance"] == FEE
    # Who goes back to the document finds nothing to pay.
    again = requests.get(page.url, timeout=10)
    assert again.status_code == 200 and "<form" not in again.text


def test_places_elsewhere_are_refused(world):
    _, code = world.order()
    for place in ("https://evil.example/", "//evil.example", "/eyemon/../x", "/eyemon-doctor/orders/x", ""):
        body = {"app": "eyemon", "return_to": place}
        assert world.patient.post(f"/v1/orders/{code}/checkout", body).status_code == 400
    stranger = join(world.url, "eyemon")
    body = {"app": "eyemon", "return_to": f"/eyemon/orders/{code}"}
    assert stranger.post(f"/v1/orders/{code}/checkout", body).status_code in (404, 445)
    for path in ("/checkout/eyemon/x", "/checkout/eyemon/a.b", "/checkout/eyemon/a.b/return"):
        assert requests.get(world.url + path, timeout=10).status_code == 404


def test_cancelled_reservation_gives_the_money_back(world):
    held, code = world.order()
    world.pay(world.checkout(code))
    world.until(code, "paid")
    assert ok(world.patient.get("/v1/reservations/" + held))["state"] == "confirmed"
    before = ok(world.patient.get(f"/v1/reservations/{held}/cancellation"))
    assert before["refund"] == FEE
    ok(world.patient.post(f"/v1/reservations/{held}/cancel", {"expected_refund": FEE}))
    assert world.until(code, "refunded")["refunded_amount"] == FEE
    money = world.money(code)
    assert (money["captured"], money["refunded"], money["balance"]) == (FEE, FEE, 0)


def test_lost_webhook_and_closed_tab_are_healed(world):
    _, code = world.order()
    world.shop.plan(code, webhooks=0)
    closed = world.pay(world.checkout(code), choice="close")
    assert closed.headers["Location"].startswith("/checkout/")
    world.until(code, "paid", within=60)


def test_other_amount_comes_back(world):
    held, code = world.order()
    world.shop.plan(code, amount=FEE - 100)
    world.pay(world.checkout(code))
    limit = time.monotonic() + 30
    while world.money(code)["balance"] != 0:
        assert time.monotonic() < limit, world.state(code)
        time.sleep(0.1)
    assert ok(world.patient.get("/v1/reservations/" + held))["state"] != "confirmed"


def test_lost_answer_of_a_refund_refunds_once(world):
    held, code = world.order()
    world.shop.plan(code, lose_answers=1, broken=1)
    world.pay(world.checkout(code))
    world.until(code, "paid", within=60)
    ok(world.patient.post(f"/v1/reservations/{held}/cancel", {"expected_refund": FEE}))
    world.until(code, "refunded", within=60)
    assert [refund["amount"] for refund in world.money(code)["refunds"]] == [FEE]


def test_deposit_is_waited_for(world):
    _, code = world.order()
    issued = world.pay(world.checkout(code), method="account")
    assert issued.headers["Location"].startswith("/checkout/")
    waiting = world.until(code, "waiting_deposit")
    assert waiting["deposit"]["account"] and waiting["deposit"]["until"]
    assert world.shop.control(f"/payments/{code}/deposit", {}).status_code == 200
    world.until(code, "paid")


def test_an_order_is_paid_where_it_is_asked_about(start_server, shop):
    world = World(start_server, shop, "--pay-through", "v1")
    _, code = world.order()
    world.server.stop()
    world.server.flags = ("--pay-through", "v2")
    world.server.start()
    page = world.checkout(code)
    assert 'name="merchant_uid"' in page.text and 'name="paymentId"' not in page.text
    world.pay(page)
    world.until(code, "paid")
    _, later = world.order()
    assert 'name="paymentId"' in world.checkout(later).text
