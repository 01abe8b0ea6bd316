"""The payment provider without money, with plain requests as PortOne's own documents describe them: every route of both
APIs, every refusal, every instruction, the pages, and a kill in the middle."""

import re
import time
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
import requests
import sandbox


@pytest.fixture
def merchant():
    taking = sandbox.Merchant()
    yield taking
    taking.close()


@pytest.fixture
def order(request):
    """A code of the test's own."""
    return re.sub(r"\W", "-", request.node.name)[-36:]


def refused(answer, code, status=200):
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body) == {"code", "message", "response"}
    assert body["code"] == code and body["message"] and body["response"] is None


def fault(answer, status, kind):
    assert (answer.status_code, answer.json()["type"]) == (status, kind), answer.text
    assert answer.json()["message"]


# V1


def test_v1_keys(shop):
    url = shop.url + "/v1/users/getToken"
    refused(requests.post(url, json=sandbox.V1_KEYS | {"imp_secret": "x"}, timeout=10), -1, 401)
    refused(requests.post(url, json={"imp_key": "x"}, timeout=10), -1, 400)
    refused(requests.post(url, data="{", headers={"Content-Type": "application/json"}, timeout=10), -1, 400)
    refused(requests.get(url, timeout=10), -1, 405)
    for form in ({"json": sandbox.V1_KEYS}, {"data": sandbox.V1_KEYS}):
        token = requests.post(url, timeout=10, **form).json()["response"]
        assert token["expired_at"] - token["now"] <= 1_800
    refused(requests.get(shop.url + "/v1/payments/imp_1", timeout=10), -1, 401)
    shop.v1("GET", "/payments/imp_1")
    shop.control("/tokens/expire", {})
    refused(shop.v1("GET", "/payments/imp_1"), -1, 401)
    shop.token = None


def test_v1_query(shop, order):
    made = shop.pay(order, buyer_name="정민지", buyer_email="a@b.c")
    answer = shop.v1("GET", f"/payments/{made['imp_uid']}").json()
    payment = answer["response"]
    assert (answer["code"], answer["message"]) == (0, None)
    assert payment["status"] == "paid" and payment["amount"] == 30_000 and payment["currency"] == "KRW"
    assert payment["merchant_uid"] == order and payment["buyer_name"] == "정민지" and payment["paid_at"] > 0
    names = """amount apply_num bank_code bank_name buyer_addr buyer_email buyer_name buyer_postcode buyer_tel
        cancel_amount cancel_history cancel_reason cancel_receipt_urls cancelled_at card_code card_name card_number
        card_quota card_type cash_receipt_issued channel currency custom_data customer_uid customer_uid_usage
        emb_pg_provider escrow fail_reason failed_at imp_uid merchant_uid name paid_at pay_method pg_id pg_provider
        pg_tid receipt_url started_at status user_agent vbank_code vbank_date vbank_holder vbank_issued_at vbank_name
        vbank_num""".split()
    assert set(names) <= set(payment)
    assert requests.get(payment["receipt_url"], timeout=10).status_code == 200
    assert shop.v1("GET", f"/payments/find/{order}").json()["response"] == payment
    assert shop.v1("GET", f"/payments/find/{order}/paid").json()["response"] == payment
    refused(shop.v1("GET", f"/payments/find/{order}/cancelled"), -1, 404)
    listed = shop.v1("GET", f"/payments/findAll/{order}").json()["response"]
    assert listed == {"total": 1, "previous": 0, "next": 0, "list": [payment]}
    refused(shop.v1("GET", "/payments/findAll/none"), -1, 404)
    refused(shop.v1("GET", f"/payments/findAll/{order}/nonsense"), -1, 400)
    refused(shop.v1("GET", "/payments/imp_000000000000"), -1, 404)
    refused(shop.v1("GET", "/nowhere"), -1, 404)


def test_v1_prepare(shop, order):
    body = {"merchant_uid": order, "amount": 1_000}
    assert shop.v1("POST", "/payments/prepare", body).json()["response"] == body
    refused(shop.v1("POST", "/payments/prepare", body), 1)
    assert shop.v1("PUT", "/payments/prepare", body | {"amount": 2_000}).json()["code"] == 0
    assert shop.v1("GET", f"/payments/prepare/{order}").json()["response"]["amount"] == 2_000
    refused(shop.v1("GET", "/payments/prepare/none"), 1)
    for amount in (0, -1, 0.00001, "x", None):
        refused(shop.v1("POST", "/payments/prepare", {"merchant_uid": "other", "amount": amount}), 1)
    assert shop.pay(order, 1_000)["error"] == "otherAmount"
    assert shop.pay(order, 2_000)["state"] == "paid"


def test_v1_cancel(shop, order):
    uid = shop.pay(order)["imp_uid"]
    refused(shop.v1("POST", "/payments/cancel", {"imp_uid": uid, "checksum": 29_999}), 1)
    refused(shop.v1("POST", "/payments/cancel", {"imp_uid": uid, "amount": 30_001}), 1)
    refused(shop.v1("POST", "/payments/cancel", {}), 1)
    part = {"imp_uid": uid, "amount": 10_000, "checksum": 30_000, "reason": "일부"}
    done = shop.v1("POST", "/payments/cancel", part).json()["response"]
    assert done["status"] == "paid" and done["cancel_amount"] == 10_000
    assert [(one["amount"], one["reason"]) for one in done["cancel_history"]] == [(10_000, "일부")]
    refused(shop.v1("POST", "/payments/cancel", part), 1)
    rest = shop.v1("POST", "/payments/cancel", {"merchant_uid": order, "checksum": 20_000}).json()["response"]
    assert rest["status"] == "cancelled" and rest["cancel_amount"] == 30_000 and rest["cancelled_at"] > 0
    refused(shop.v1("POST", "/payments/cancel", {"imp_uid": uid}), 1)
    refused(shop.v1("POST", "/payments/cancel", {"imp_uid": shop.pay(order + "f", choice="fail")["imp_uid"]}), 1)


def test_v1_virtual_account(shop, order, merchant):
    made = shop.pay(order, notice=merchant.url, pay_method="vbank", vbank_due="203001010900")
    issued = shop.v1("GET", f"/payments/{made['imp_uid']}").json()["response"]
    assert issued["status"] == "ready" and issued["vbank_num"] and issued["vbank_date"] == 1_893_456_000
    # Each notice is sent on its own: without waiting the second may be there first.
    assert [body["status"] for body in sandbox.bodies(merchant.wait(1))] == ["ready"]
    assert shop.control(f"/payments/{order}/deposit", {}).json()["state"] == "paid"
    assert [body["status"] for body in sandbox.bodies(merchant.wait(2))] == ["ready", "paid"]
    refused(shop.v1("POST", "/payments/cancel", {"merchant_uid": order}), 1)
    account = {"refund_holder": "정민지", "refund_bank": "088", "refund_account": "110-1"}
    assert shop.v1("POST", "/payments/cancel", {"merchant_uid": order} | account).json()["code"] == 0
    other = shop.pay(order + "2", pay_method="vbank")["imp_uid"]
    assert shop.v1("DELETE", f"/vbanks/{other}").json()["code"] == 0
    refused(shop.v1("DELETE", f"/vbanks/{other}"), 1)
    refused(shop.v1("DELETE", "/vbanks/none"), -1, 404)
    assert shop.control(f"/payments/{other}/deposit", {}).status_code == 409


# V2


def test_v2_query(shop, order):
    fault(requests.get(f"{shop.url}/v2/payments/{order}", timeout=10), 401, "UNAUTHORIZED")
    fault(shop.v2("GET", f"/payments/{order}"), 404, "PAYMENT_NOT_FOUND")
    fault(shop.v2("GET", f"/payments/{order}?storeId=other"), 403, "FORBIDDEN")
    made = shop.pay_v2(order)
    payment = shop.v2("GET", f"/payments/{order}?storeId={sandbox.STORE}").json()
    assert payment["status"] == "PAID" and payment["id"] == order and payment["transactionId"] == made["imp_uid"]
    assert payment["amount"]["total"] == payment["amount"]["paid"] == 30_000 and payment["amount"]["cancelled"] == 0
    assert payment["method"]["type"] == "PaymentMethodCard" and payment["channel"]["type"] == "TEST"
    login = requests.post(f"{shop.url}/v2/login/api-secret", json={"apiSecret": sandbox.V2_SECRET}, timeout=10)
    bearer = {"Authorization": "Bearer " + login.json()["accessToken"]}
    assert requests.get(f"{shop.url}/v2/payments/{order}", headers=bearer, timeout=10).json() == payment


def test_v2_cancel(shop, order):
    path = f"/payments/{order}/cancel"
    fault(shop.v2("POST", path, {"reason": "x"}), 404, "PAYMENT_NOT_FOUND")
    shop.pay_v2(order, choice="fail")
    fault(shop.v2("POST", path, {"reason": "x"}), 409, "PAYMENT_NOT_PAID")
    assert shop.v2("GET", f"/payments/{order}").json()["failure"]["reason"]
    shop.pay_v2(order)
    for body in ({}, {"reason": "x", "amount": 0}, {"reason": "x", "amount": "many"}):
        fault(shop.v2("POST", path, body), 400, "INVALID_REQUEST")
    fault(shop.v2("POST", path, {"reason": "x", "amount": 30_001}), 409, "CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT")
    wrong = {"reason": "x", "currentCancellableAmount": 1}
    fault(shop.v2("POST", path, wrong), 409, "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN")
    part = {"reason": "x", "amount": 10_000, "currentCancellableAmount": 30_000}
    first = shop.v2("POST", path, part, **{"Idempotency-Key": '"one"'})
    assert first.json()["cancellation"]["status"] == "SUCCEEDED"
    assert first.json()["cancellation"]["totalAmount"] == 10_000
    assert shop.v2("POST", path, part, **{"Idempotency-Key": '"one"'}).json() == first.json()
    assert shop.v2("GET", f"/payments/{order}").json()["status"] == "PARTIAL_CANCELLED"
    assert shop.v2("POST", path, {"reason": "x"}).json()["cancellation"]["totalAmount"] == 20_000
    payment = shop.v2("GET", f"/payments/{order}").json()
    assert payment["status"] == "CANCELLED" and len(payment["cancellations"]) == 2
    fault(shop.v2("POST", path, {"reason": "x"}), 409, "PAYMENT_ALREADY_CANCELLED")
    fault(shop.v2("POST", f"/payments/{order}/pre-register", {"totalAmount": 1}), 409, "ALREADY_PAID")


def test_v2_pre_register_and_accounts(shop, order):
    body = {"totalAmount": 1_000, "currency": "KRW"}
    assert shop.v2("POST", f"/payments/{order}/pre-register", body).json() == {}
    fault(shop.v2("POST", f"/payments/{order}/pre-register", {"totalAmount": -1}), 400, "INVALID_REQUEST")
    assert shop.pay_v2(order, 2_000)["error"] == "otherAmount"
    shop.pay_v2(order, 1_000, payMethod="VIRTUAL_ACCOUNT")
    issued = shop.v2("GET", f"/payments/{order}").json()
    assert issued["status"] == "VIRTUAL_ACCOUNT_ISSUED" and issued["method"]["accountNumber"]
    assert shop.v2("POST", f"/payments/{order}/virtual-account/close").json()["closedAt"]
    close = shop.v2("POST", f"/payments/{order}/virtual-account/close")
    fault(close, 409, "PAYMENT_NOT_WAITING_FOR_DEPOSIT")
    fault(shop.v2("POST", "/payments/none/virtual-account/close"), 404, "PAYMENT_NOT_FOUND")
    shop.pay_v2(order + "d", 1_000, payMethod="VIRTUAL_ACCOUNT")
    shop.control(f"/payments/{order}d/deposit", {})
    cancel = f"/payments/{order}d/cancel"
    fault(shop.v2("POST", cancel, {"reason": "x"}), 400, "INVALID_REQUEST")
    account = {"bank": "SHINHAN", "number": "110", "holderName": "정민지"}
    assert shop.v2("POST", cancel, {"reason": "x", "refundAccount": account}).status_code == 200


# Webhooks


def test_v2_webhooks_are_signed(shop, order, merchant):
    shop.pay_v2(order, notice=merchant.url)
    shop.v2("POST", f"/payments/{order}/cancel", {"reason": "x", "amount": 1})
    heard = merchant.wait(3)
    kinds = sorted(body["type"] for body in sandbox.bodies(heard))
    assert kinds == ["Transaction.Paid", "Transaction.PartialCancelled", "Transaction.Ready"]
    assert len({headers["webhook-id"] for headers, _ in heard}) == 3
    for headers, body in heard:
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 30
        made = sandbox.signature(headers["webhook-id"], headers["webhook-timestamp"], body)
        assert headers["webhook-signature"] == made


def test_v1_webhooks_twice_as_form_and_never(shop, order, merchant):
    shop.plan(order, webhooks=2, webhook_form=True)
    uid = shop.pay(order, notice=merchant.url)["imp_uid"]
    for headers, body in merchant.wait(2):
        assert headers["Content-Type"] == "application/x-www-form-urlencoded"
        assert dict(parse_qsl(body.decode())) == {"imp_uid": uid, "merchant_uid": order, "status": "paid"}
    shop.plan(order + "n", webhooks=0)
    shop.pay(order + "n", notice=merchant.url)
    shop.control(f"/payments/{order}n/webhook", {"status": "cancelled"})
    assert sandbox.bodies([(None, merchant.wait(3)[-1][1])])[0]["status"] == "cancelled"


def test_early_webhook_and_late_money(shop, order, merchant):
    shop.plan(order, webhook_early=True, confirm_after_ms=1_000)
    shop.pay(order, notice=merchant.url)
    assert sandbox.bodies(merchant.wait(1))[0]["status"] == "paid"
    assert shop.status(order) == "ready"
    limit = time.monotonic() + 10
    while shop.status(order) != "paid":
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert len(merchant.heard) == 1
    noted = shop.control(f"/payments/{order}").json()["webhooks"]
    assert [(one["said"], one["status"]) for one in noted] == [("paid", 200)]


# Instructions


def test_broken_lost_refused_part(shop, order):
    shop.plan(order, broken=2, lose_answers=1, refuse_cancels=1, cancel_part=1_000)
    uid = shop.pay(order)["imp_uid"]
    assert [shop.v1("GET", f"/payments/{uid}").status_code for _ in range(3)] == [500, 500, 200]
    refused(shop.v1("POST", "/payments/cancel", {"imp_uid": uid}), 1)
    assert shop.v1("POST", "/payments/cancel", {"imp_uid": uid}).status_code == 500
    assert shop.v1("GET", f"/payments/{uid}").json()["response"]["cancel_amount"] == 1_000
    shop.plan(order + "2", refuse_cancels=1, lose_answers=1)
    shop.pay_v2(order + "2")
    fault(shop.v2("POST", f"/payments/{order}2/cancel", {"reason": "x"}), 502, "PG_PROVIDER")
    assert shop.v2("POST", f"/payments/{order}2/cancel", {"reason": "x"}).status_code == 500
    assert shop.v2("GET", f"/payments/{order}2").json()["status"] == "CANCELLED"


def test_other_amount_other_currency_twice_and_fail_then_pay(shop, order):
    shop.plan(order, amount=1_999, currency="USD")
    payment = shop.v1("GET", f"/payments/{shop.pay(order)['imp_uid']}").json()["response"]
    assert (payment["amount"], payment["currency"]) == (19.99, "USD")
    assert shop.v2("GET", f"/payments/{order}").json()["amount"]["total"] == 1_999
    shop.plan(order + "t", twice=True)
    before = shop.control("/payments").json()["totals"]["KRW"]["captured"]
    shop.pay(order + "t")
    assert shop.control("/payments").json()["totals"]["KRW"]["captured"] == before + 60_000
    shop.plan(order + "f", fail_then_pay_ms=300)
    assert shop.pay(order + "f")["state"] == "failed"
    limit = time.monotonic() + 10
    while shop.status(order + "f") != "paid":
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_senseless_instructions(shop, order):
    for plan in ({"nonsense": 1}, {"webhooks": 9}, {"currency": "???"}, {"amount": -1}, {"broken": "x"}):
        assert shop.control(f"/plans/{order}", plan).status_code == 400
    # A page of somebody else could send forms, but no JSON.
    form = {"merchant_uid": "x", "amount": "1"}
    assert requests.post(shop.url + "/sandbox/pay", data=form, timeout=10).status_code == 400
    assert shop.control("/payments/none").status_code == 404
    assert shop.control("/payments/none/confirm", {}).status_code == 404
    assert shop.control("/nowhere", {}).status_code == 404


# Pages


def page(shop, order, **more):
    fields = {
        "merchant_uid": order, "amount": "30000", "name": "<b>진료비</b>", "m_redirect_url": "http://localhost:9/back?a=1",
    } | more
    answer = requests.post(shop.url + "/checkout", data=fields, timeout=10)
    assert answer.status_code == 200, answer.text
    return answer


def decide(page, **form):
    return requests.post(page.url, data=form, timeout=10, allow_redirects=False)


def test_page_is_safe_and_speaks_three_languages(shop, order):
    answer = page(shop, order)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script" not in policy
    assert "form-action 'self' http://localhost:9;" in policy + ";"
    assert "<script" not in answer.text and "<b>진료비" not in answer.text and 'lang="ko"' in answer.text
    place = answer.url.split("?")[0]
    for language, word in (("ko", "30,000원 결제하기"), ("en", "Pay ₩30,000"), ("ja", "₩30,000を支払う")):
        assert word in requests.get(place, params={"lang": language}, timeout=10).text
    assert "Pay ₩30,000" in requests.get(place, headers={"Accept-Language": "en-US,en;q=0.9"}, timeout=10).text


@pytest.mark.parametrize("choice, success", [("pay", "true"), ("fail", "false"), ("leave", "false")])
def test_page_leads_back(shop, order, choice, success):
    back = decide(page(shop, order), choice=choice, method="card")
    assert back.status_code == 303
    query = parse_qs(urlsplit(back.headers["Location"]).query)
    assert back.headers["Location"].startswith("http://localhost:9/back?a=1&imp_uid=imp_")
    assert query["imp_success"] == [success] and query["merchant_uid"] == [order]
    assert ("error_msg" in query) == (success == "false")


def test_page_of_v2_leads_back(shop, order):
    fields = {
        "paymentId": order, "storeId": sandbox.STORE, "totalAmount": "100", "orderName": "x", "payMethod": "CARD",
        "redirectUrl": "http://localhost:9/back",
    }
    opened = requests.post(shop.url + "/checkout", data=fields, timeout=10)
    back = decide(opened, choice="fail")
    query = parse_qs(urlsplit(back.headers["Location"]).query)
    assert query["paymentId"] == [order] and query["code"] == ["FAILURE_TYPE_PG"]
    assert shop.v2("GET", f"/payments/{order}").json()["status"] == "FAILED"


def test_page_issues_an_account_and_takes_the_deposit(shop, order):
    opened = page(shop, order)
    waiting = requests.post(opened.url, data={"choice": "pay", "method": "account", "lang": "en"}, timeout=10)
    assert "Waiting for your deposit" in waiting.text and "imp_success=true" in waiting.text
    paid = requests.post(waiting.url.split("?")[0] + "/deposit", data={"lang": "en"}, timeout=10)
    assert ">Paid<" in paid.text and shop.status(order) == "paid"


def test_closed_tab_and_second_tab(shop, order):
    opened = page(shop, order)
    closed = requests.post(opened.url, data={"choice": "close"}, timeout=10)
    assert "결제했습니다" in closed.text and shop.status(order) == "paid"
    # Back, a reload or a second tab finds what became of it and takes nothing more.
    assert "결제했습니다" in page(shop, order).text
    assert decide(opened, choice="pay").headers["Location"].startswith("/checkout/")
    assert len(shop.v1("GET", f"/payments/find/{order}").json()["response"]["cancel_history"]) == 0


def test_page_makes_trouble(shop, order):
    decide(page(shop, order), choice="pay", trouble="never", telling="never")
    assert shop.status(order) == "ready"
    shop.control(f"/payments/{order}/confirm", {})
    assert shop.status(order) == "paid"
    decide(page(shop, order + "t"), choice="pay", trouble="twice")
    assert shop.v1("GET", f"/payments/findAll/{order}t/paid").json()["response"]["total"] == 2
    decide(page(shop, order + "a"), choice="pay", trouble="amount")
    assert shop.v1("GET", f"/payments/find/{order}a").json()["response"]["amount"] == 29_900


def test_page_refuses_nonsense(shop, order):
    for fields in (
        {}, {"merchant_uid": order, "amount": "x"}, {"merchant_uid": order, "amount": "0"},
        {"merchant_uid": order, "amount": "1", "m_redirect_url": "https://evil.example/"},
        {"merchant_uid": order, "amount": "1", "m_redirect_url": "javascript:alert(1)//"},
        {"merchant_uid": order, "amount": "1", "notice_url": "http://169.254.169.254/latest"},
        {"merchant_uid": order, "amount": "1", "currency": "AAA"},
        {"merchant_uid": "x" * 41, "amount": "1"}, {"merchant_uid": order, "amount": "9" * 30},
    ):
        answer = requests.post(shop.url + "/checkout", data=fields, timeout=10)
        assert answer.status_code == 400 and "default-src 'none'" in answer.headers["Content-Security-Policy"]
    for path in ("/checkout/none", "/nowhere", "/checkout/none/deposit", "/receipts/none"):
        assert requests.get(shop.url + path, timeout=10).status_code == 404
    assert requests.post(shop.url + "/checkout/none", data={"choice": "pay"}, timeout=10).status_code == 400


# A kill


def test_kill_loses_nothing(tmp_path, order):
    first = sandbox.Sandbox(tmp_path / "kill").start()
    first.plan(order + "late", confirm_after_ms=1_500)
    first.pay(order)
    first.v1("POST", "/payments/cancel", {"merchant_uid": order, "amount": 10_000, "reason": "x"})
    first.pay(order + "late")
    known = first.control(f"/payments/{order}").json()
    first.kill()
    second = sandbox.Sandbox(tmp_path / "kill", first.port).start()
    try:
        assert second.control(f"/payments/{order}").json() == known
        limit = time.monotonic() + 10
        while second.status(order + "late") != "paid":
            assert time.monotonic() < limit
            time.sleep(0.05)
        refused(second.v1("POST", "/payments/cancel", {"merchant_uid": order, "checksum": 30_000}), 1)
    finally:
        assert second.stop() == 0
