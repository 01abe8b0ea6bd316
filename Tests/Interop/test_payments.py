"""The story of an order against the payment provider without money: paid, failed, late, twice, with other figures, with
broken and lost answers, with webhooks that lie or never come, and with the server killed in between."""

import time

import api
import live
import pytest
import requests
from paying import WITHIN, Clinic, admin, books, cancel, is_state, until


def test_success_with_validation(clinic, shop):
    patient, reservation, code = clinic.order()
    payment = shop.pay(code, clinic.fee)
    first = patient.post("/v1/payments/validation", {"imp_uid": payment["imp_uid"]})
    assert first.status_code == 200, first.text
    assert first.json()["order_item"]["order_code"] == code
    again = patient.post("/v1/payments/validation", {"imp_uid": payment["imp_uid"]})
    assert again.status_code == 200 and again.json() == first.json()
    other = clinic.patient().post("/v1/payments/validation", {"imp_uid": payment["imp_uid"]})
    assert other.status_code == 445
    state = patient.get(f"/v1/orders/{code}/state").json()
    assert state["state"] == "paid" and state["reservation"]["state"] == "confirmed"
    assert [order["order_code"] for order in patient.get("/v1/orders").json()["data"]] == [code]
    receipt = patient.get(f"/v1/payments/{code}").json()
    assert receipt["imp_uid"] == payment["imp_uid"] and receipt["status"] == "paid"
    history = patient.get("/v1/me/payments").json()["data"]
    assert history[0]["amount"] == clinic.fee and history[0]["state"] == "paid"


def test_without_webhook_and_without_anybody_asking(clinic, shop):
    patient, _, code = clinic.order()
    shop.pay(code, clinic.fee)
    limit = time.monotonic() + 40
    while not patient.get("/v1/orders").json()["data"]:
        assert time.monotonic() < limit
        time.sleep(0.5)


@pytest.mark.parametrize("plan", [{}, {"webhooks": 2}, {"webhook_form": True}, {"webhook_early": True}])
def test_webhooks_of_all_kinds(clinic, shop, plan):
    patient, _, code = clinic.order(plan=plan)
    shop.pay(code, clinic.fee, notice=clinic.notice())
    # What was told too early is asked again by the sweep.
    limit = time.monotonic() + (45 if plan.get("webhook_early") else WITHIN)
    while not patient.get("/v1/orders").json()["data"]:
        assert time.monotonic() < limit
        time.sleep(0.2)
    until(patient, code, is_state("paid"))
    assert books(shop, code) == (clinic.fee, 0)


def test_failing_and_paying_after_all(clinic, shop):
    patient, _, code = clinic.order()
    shop.pay(code, clinic.fee, choice="fail")
    until(patient, code, is_state("failed"))
    shop.pay(code, clinic.fee)
    until(patient, code, is_state("paid"))
    assert books(shop, code) == (clinic.fee, 0)


def test_a_failure_that_turns_out_paid(clinic, shop):
    patient, _, code = clinic.order(plan={"fail_then_pay_ms": 1_500})
    shop.pay(code, clinic.fee)
    until(patient, code, is_state("failed"))
    until(patient, code, is_state("paid"))


def test_a_late_confirmation(clinic, shop):
    patient, _, code = clinic.order(plan={"confirm_after_ms": 2_500})
    payment = shop.pay(code, clinic.fee)
    early = patient.post("/v1/payments/validation", {"imp_uid": payment["imp_uid"]})
    assert early.status_code == 400
    until(patient, code, is_state("paid"))


@pytest.mark.parametrize("plan", [{"amount": 20_000}, {"amount": 50_000}, {"currency": "USD"}])
def test_other_figures_go_back(clinic, shop, plan):
    patient, reservation, code = clinic.order(plan=plan)
    payment = shop.pay(code, clinic.fee)
    wrong = patient.post("/v1/payments/validation", {"imp_uid": payment["imp_uid"]})
    assert wrong.status_code == 400, wrong.text
    limit = time.monotonic() + WITHIN
    while True:
        taken, back = books(shop, code)
        if taken == back > 0:
            break
        assert time.monotonic() < limit, (taken, back)
        time.sleep(0.3)
    state = until(patient, code, is_state("refunded"))
    assert "reservation" not in state and "expires_at" not in state
    held = patient.get(f"/v1/reservations/{reservation}").json()
    assert held["state"] == "held" and "order" not in held
    # The provider takes no second payment under that name: the hold is for another order.
    form = {"estate_id": clinic.id, "total_price": clinic.fee, "reservation_id": reservation}
    second = api.ok(patient.post("/v1/orders", form))["order_code"]
    assert second != code
    shop.pay(second, clinic.fee)
    assert until(patient, second, is_state("paid"))["reservation"]["state"] == "confirmed"
    assert books(shop, second) == (clinic.fee, 0)


def test_two_tabs_pay_twice(clinic, shop):
    patient, _, code = clinic.order(plan={"twice": True})
    shop.pay(code, clinic.fee)
    until(patient, code, lambda s: s["state"] == "paid" and s["refunded_amount"] == clinic.fee)
    assert books(shop, code) == (2 * clinic.fee, clinic.fee)


def test_a_provider_that_is_broken_for_a_while(clinic, shop):
    patient, _, code = clinic.order(plan={"broken": 2})
    shop.pay(code, clinic.fee)
    until(patient, code, is_state("paid"), within=40)


@pytest.mark.parametrize("plan", [{}, {"cancel_part": 10_000}, {"lose_answers": 1}])
def test_cancelling_gives_back_once(clinic, shop, plan):
    patient, reservation, code = clinic.order(plan=plan)
    shop.pay(code, clinic.fee)
    until(patient, code, is_state("paid"))
    answer = cancel(patient, reservation)
    assert answer.status_code == 200, answer.text
    until(patient, code, is_state("refunded"))
    assert books(shop, code) == (clinic.fee, clinic.fee)


def test_a_refusal_waits_for_the_operator(clinic, shop):
    patient, reservation, code = clinic.order(plan={"refuse_cancels": 1})
    shop.pay(code, clinic.fee)
    until(patient, code, is_state("paid"))
    assert cancel(patient, reservation).status_code == 200
    until(patient, code, lambda s: s["in_review"])
    assert code in admin(clinic.server, "payments")
    assert "somebody must look at it: refund refused" in admin(clinic.server, "payments", "--show", code)
    admin(clinic.server, "payments", "--refund", code)
    until(patient, code, is_state("refunded"))
    assert code not in admin(clinic.server, "payments")


def test_a_webhook_that_lies_changes_nothing(clinic, shop):
    patient, _, code = clinic.order()
    for body in [
        {"imp_uid": "imp_1", "merchant_uid": code, "status": "paid"},
        {"imp_uid": "imp_1", "merchant_uid": code, "status": "cancelled", "amount": 1},
        {"merchant_uid": code + "X", "status": "paid"},
        ["x"],
    ]:
        assert requests.post(clinic.notice(), json=body, timeout=10).status_code == 200
    time.sleep(3)
    assert patient.get(f"/v1/orders/{code}/state").json()["state"] == "open"
    assert patient.get("/v1/orders").json()["data"] == []
    unsigned = requests.post(
        clinic.server.url + "/v1/payments/webhooks/portone-v2", json={"type": "Transaction.Paid"}, timeout=10
    )
    assert unsigned.status_code == 400


def test_prices_and_people(clinic):
    patient = clinic.patient()
    reservation = clinic.hold(patient)["reservation_id"]
    form = {"estate_id": clinic.id, "total_price": clinic.fee, "reservation_id": reservation}
    assert patient.post("/v1/orders", form | {"total_price": clinic.fee - 1}).status_code == 400
    assert clinic.patient().post("/v1/orders", form).status_code == 445
    headers = patient.headers(**{"Idempotency-Key": "k1"})
    first, again = [
        requests.post(clinic.server.url + "/v1/orders", headers=headers, json=form, timeout=10) for _ in range(2)
    ]
    assert first.status_code == again.status_code == 200 and first.json() == again.json()
    without_time = {"estate_id": clinic.id, "total_price": clinic.fee}
    assert patient.post("/v1/orders", without_time).status_code == 200
    made_up = patient.post("/v1/payments/validation", {"imp_uid": "test_imp_uid_1234"})
    assert made_up.status_code == 200, made_up.text


@pytest.mark.parametrize("when", ["before_paying", "after_paying", "after_cancelling"])
def test_a_kill_in_between_heals(start_server, shop, when):
    server = start_server("--pay-sandbox", shop.url, "--doctors-wait=off")
    clinic = Clinic(server, shop)
    patient, reservation, code = clinic.order()
    if when == "before_paying":
        server.kill()
    shop.pay(code, clinic.fee)
    if when == "after_paying":
        server.kill()
    if when == "after_cancelling":
        until(patient, code, is_state("paid"))
        assert cancel(patient, reservation).status_code == 200
        server.kill()
    if server.process is None:
        server.start()
    wanted = "refunded" if when == "after_cancelling" else "paid"
    until(patient, code, is_state(wanted), within=45)
    taken, back = books(shop, code)
    assert (taken, back) == (clinic.fee, clinic.fee if wanted == "refunded" else 0)


@pytest.fixture(scope="module")
def second(tmp_path_factory, shop):
    """A server that takes payments through the second interface."""
    running = live.Server(
        tmp_path_factory.mktemp("maru2"), "--pay-sandbox", shop.url, "--doctors-wait=off",
        "--pay-through", "v2",
    ).start()
    yield Clinic(running, shop)
    running.kill()


def test_the_second_interface_with_signed_webhooks(second, shop):
    patient, _, code = second.order()
    shop.pay_v2(code, second.fee, notice=second.server.url + "/v1/payments/webhooks/portone-v2")
    limit = time.monotonic() + WITHIN
    while not patient.get("/v1/orders").json()["data"]:
        assert time.monotonic() < limit
        time.sleep(0.2)
    assert api.ok(patient.post("/v1/payments/validation", {"imp_uid": code}))["payment_id"] == code
    assert patient.get(f"/v1/payments/{code}").json()["pay_method"] == "card"


@pytest.mark.parametrize("plan", [{}, {"cancel_part": 10_000}, {"lose_answers": 1}])
def test_the_second_interface_gives_back_once(second, shop, plan):
    patient, reservation, code = second.order(plan=plan)
    shop.pay_v2(code, second.fee)
    until(patient, code, is_state("paid"))
    assert cancel(patient, reservation).status_code == 200
    until(patient, code, is_state("refunded"))
    assert books(shop, code) == (second.fee, second.fee)


def test_the_second_interface_with_other_figures(second, shop):
    patient, reservation, code = second.order(plan={"amount": 20_000})
    shop.pay_v2(code, second.fee)
    until(patient, code, lambda state: state["paid_amount"] == state["refunded_amount"] == 20_000)
    assert books(shop, code) == (20_000, 20_000)
    form = {"estate_id": second.id, "total_price": second.fee, "reservation_id": reservation}
    anew = api.ok(patient.post("/v1/orders", form))["order_code"]
    shop.pay_v2(anew, second.fee)
    assert until(patient, anew, is_state("paid"))["reservation"]["state"] == "confirmed"


@pytest.mark.parametrize("name", ["clinic", "second"])
def test_a_deposit(request, shop, name):
    clinic = request.getfixturevalue(name)
    patient, reservation, code = clinic.order()
    pay = shop.pay if name == "clinic" else shop.pay_v2
    method = {"pay_method": "vbank"} if name == "clinic" else {"payMethod": "VIRTUAL_ACCOUNT"}
    payment = pay(code, clinic.fee, **method)
    waiting = until(patient, code, is_state("waiting_deposit"))
    assert waiting["deposit"]["account"] and waiting["reservation"]["state"] == "held"
    early = patient.post("/v1/payments/validation", {"imp_uid": payment["imp_uid"] if name == "clinic" else code})
    assert early.status_code == 400
    assert shop.control(f"/payments/{payment['imp_uid']}/deposit", {}).status_code == 200
    until(patient, code, is_state("paid"))
    shown = patient.get(f"/v1/reservations/{reservation}/cancellation").json()
    assert shown["needs_account"] and shown["refund"] == clinic.fee
    account = {"holder": "이하늘", "bank": "신한은행", "number": "110-123-456789"}
    unknown = {"expected_refund": shown["refund"], "account": account | {"bank": "마루은행"}}
    refused = patient.post(f"/v1/reservations/{reservation}/cancel", unknown)
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown_bank")
    body = {"expected_refund": shown["refund"], "account": account}
    api.ok(patient.post(f"/v1/reservations/{reservation}/cancel", body))
    until(patient, code, is_state("refunded"))
    assert books(shop, code) == (clinic.fee, clinic.fee)


def test_the_checkout_leads_to_the_provider(clinic):
    patient, reservation, code = clinic.order()
    place = f"/eyemon/reservations/{reservation}"
    url = api.ok(patient.post(f"/v1/orders/{code}/checkout", {"app": "eyemon", "return_to": place}))["url"]
    page = requests.get(clinic.server.url + url, timeout=10)
    assert page.status_code == 200 and code in page.text and clinic.shop.url in page.text
    wrong = patient.post(f"/v1/orders/{code}/checkout", {"app": "eyemon", "return_to": "https://evil.example"})
    assert wrong.status_code == 400
    other = clinic.patient().post(f"/v1/orders/{code}/checkout", {"app": "eyemon", "return_to": place})
    assert other.status_code == 445
