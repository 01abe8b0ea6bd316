"""What becomes of a paid reservation where people act at the same moment, and of payments whose doctor goes."""

from concurrent.futures import ThreadPoolExecutor

import api
from paying import Clinic, admin, books, is_state, until


def test_approved_while_cancelled_one_wins(clinic, shop):
    """A request comes back whole, a confirmed one in part: whoever is second finds something else than they saw."""
    policy = {"free_hours": 240, "part_hours": 2, "part_percent": 50}
    asked = Clinic(clinic.server, shop, needs_approval=True, policy=policy)
    for turn in range(8):
        patient, reservation, code = asked.order()
        shop.pay(code, asked.fee)
        assert until(patient, code, is_state("paid"))["reservation"]["state"] == "requested"
        shown = patient.get(f"/v1/reservations/{reservation}/cancellation").json()
        assert shown["refund"] == asked.fee
        calls = [
            lambda: asked.doctor.post(f"/v1/doctor/reservations/{reservation}/approve"),
            lambda: patient.post(f"/v1/reservations/{reservation}/cancel", {"expected_refund": shown["refund"]}),
        ]
        with ThreadPoolExecutor(2) as pool:
            order = calls if turn % 2 else calls[::-1]
            answers = [each.result() for each in [pool.submit(call) for call in order]]
        approved, cancelled = answers if turn % 2 else answers[::-1]
        assert sorted([approved.status_code, cancelled.status_code]) == [200, 409]
        loser = cancelled if approved.status_code == 200 else approved
        assert loser.json()["code"] in ("reservation_changed", "refund_changed")
        now = patient.get(f"/v1/reservations/{reservation}").json()["state"]
        if approved.status_code == 200:
            assert now == "confirmed"
            shown = patient.get(f"/v1/reservations/{reservation}/cancellation").json()
            assert shown["refund"] == asked.fee // 2
            body = {"expected_refund": shown["refund"]}
            api.ok(patient.post(f"/v1/reservations/{reservation}/cancel", body))
            until(patient, code, lambda state: state["refunded_amount"] == asked.fee // 2)
            assert books(shop, code) == (asked.fee, asked.fee // 2)
        else:
            assert now == "cancelled"
            until(patient, code, is_state("refunded"))
            assert books(shop, code) == (asked.fee, asked.fee)


def test_payments_stay_when_their_doctor_leaves(clinic, shop):
    other = Clinic(clinic.server, shop)
    patient, _, code = other.order()
    payment = shop.pay(code, other.fee)
    until(patient, code, is_state("paid"))
    admin(clinic.server, "refuse-doctor", other.id, "휴업")
    assert [order["order_code"] for order in patient.get("/v1/orders").json()["data"]] == [code]
    assert [entry["order_code"] for entry in patient.get("/v1/me/payments").json()["data"]] == [code]
    first = api.ok(patient.post("/v1/payments/validation", {"imp_uid": payment["imp_uid"]}))
    assert first["order_item"]["order_code"] == code


def test_only_patients_order_a_consultation_without_a_time(clinic):
    form = {"estate_id": clinic.id, "total_price": clinic.fee}
    assert clinic.doctor.post("/v1/orders", form).status_code == 445
