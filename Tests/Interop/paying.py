"""A clinic whose patients pay at the provider without money, and what tests ask about it."""

import subprocess
import time

import api
import live

WITHIN = 20


class Clinic:
    """A server, its doctor, and patients who order."""

    def __init__(self, server, shop, **terms):
        self.server, self.shop, self.taken = server, shop, 0
        self.doctor = api.join(server.url, "eyemon-doctor", "김원장")
        self.fee = 30_000
        rules = [{"weekday": day, "from": "01:00", "to": "23:00"} for day in range(1, 7)]
        schedule = {
            "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "horizon_days": 30, "needs_approval": False,
            "approval_hours": 24, "fee": self.fee, "currency": "KRW", "languages": ["ko"], "introduction": "안녕하세요",
            "specialty": "망막", "answer_time": "하루 안에", "rules": rules, "exceptions": [], "version": 0,
            "policy": {"free_hours": 24, "part_hours": 2, "part_percent": 50},
        } | terms
        api.ok(self.doctor.put("/v1/doctor/schedule", schedule))
        self.id = self.doctor.user_id

    def patient(self):
        return api.join(self.server.url, "eyemon", "이하늘")

    def hold(self, patient):
        """Another free time each, some days from now."""
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 3 * 86_400))
        days = patient.get(f"/v1/doctors/{self.id}/slots?from={day}&days=2").json()["days"]
        free = [slot["start"] for day in days for slot in day["slots"] if slot["is_free"]]
        answer = patient.post(
            "/v1/reservations", {"doctor_id": self.id, "start": free[0], "person_name": "이하늘"}
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    def order(self, patient=None, plan=None):
        patient = patient or self.patient()
        reservation = self.hold(patient)
        form = {
            "estate_id": self.id, "total_price": self.fee, "reservation_id": reservation["reservation_id"],
        }
        answer = patient.post("/v1/orders", form)
        assert answer.status_code == 200, answer.text
        code = answer.json()["order_code"]
        if plan:
            self.shop.plan(code, **plan)
        return patient, reservation["reservation_id"], code

    def notice(self):
        return self.server.url + "/v1/payments/webhooks/portone-v1"


def admin(server, *words):
    command = [str(live.binary()), "admin", *words, "--data", str(server.folder / "data")]
    return subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout


def until(patient, code, what, within=WITHIN):
    """The state of an order, once it is as wanted. Asking is what an app does that waits."""
    limit = time.monotonic() + within
    while True:
        state = patient.get(f"/v1/orders/{code}/state").json()
        if what(state):
            return state
        assert time.monotonic() < limit, state
        time.sleep(0.3)


def is_state(name):
    return lambda state: state["state"] == name


def books(shop, code):
    """Taken and given back of an order, as the provider has it."""
    mine = [p for p in shop.control("/payments").json()["payments"] if p["order"] == code]
    return sum(p["captured"] for p in mine), sum(p["refunded"] for p in mine)


def cancel(patient, reservation):
    shown = patient.get(f"/v1/reservations/{reservation}/cancellation").json()
    return patient.post(
        f"/v1/reservations/{reservation}/cancel", {"expected_refund": shown["refund"], "reason": "일정"}
    )
