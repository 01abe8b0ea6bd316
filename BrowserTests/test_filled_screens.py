"""axe on the screens of reservations when something is in them, as test_accessibility has it."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect
from test_accessibility import LOOKS, Look
from test_schedule import SEOUL, WEEK, ask, reserve


@pytest.fixture
def filled(doctor, patient):
    """A doctor with a week of work, and a patient with a confirmed reservation and one that waits for its payment."""
    schedule = ask(doctor, "GET", "/v1/doctor/schedule")
    wanted = {
        "zone": "Asia/Seoul", "slot_minutes": 30, "lead_minutes": 0, "rules": WEEK, "exceptions": [], "fee": 0,
        "needs_approval": False, "introduction": "망막과 백내장을 봅니다.", "specialty": "망막", "languages": ["ko", "en"],
        "answer_time": "보통 2시간 안에 답해요", "policy": {"free_hours": 24, "part_hours": 2, "part_percent": 50},
    }
    schedule = ask(doctor, "PUT", "/v1/doctor/schedule", schedule | wanted)
    done = [reserve(patient, doctor, days, name) for days, name in ((0, "이하늘"), (1, "김새벽"), (2, "이하늘"))]
    ask(doctor, "PUT", "/v1/doctor/schedule", schedule | {"fee": 30000, "needs_approval": True})
    return [*done, reserve(patient, doctor, days=3, name="박노을")]


@pytest.mark.parametrize(
    "choice", [one for one in LOOKS if one[0].name == "eyemon"], ids=lambda one: f"{one[0].name}-{'-'.join(one[1:])}"
)
def test_a_patients_reservations(choice, browser_of, watch, server, patient, doctor, filled):
    look = Look(*choice, browser_of, watch, server)
    look.sign_in(patient)
    now, held = filled[0], filled[-1]
    for path, name in (
        ("/doctors", "doctors"), (f"/doctors/{doctor.user_id}", "doctor"),
        (f"/doctors/{doctor.user_id}/times", "times"), ("/reservations", "list"),
        ("/reservations/" + now["reservation_id"], "confirmed"),
        ("/reservations/" + held["reservation_id"], "held"),
        (f"/reservations/{now['reservation_id']}/cancel", "cancel"), (f"/chats/{now['room_id']}", "room"),
    ):
        look.open(path)
        look.audit("filled-" + name)
    start = datetime.now(SEOUL).replace(minute=0, second=0, microsecond=0) + timedelta(days=5)
    look.open(f"/doctors/{doctor.user_id}/book/{int(start.timestamp() * 1000)}")
    look.audit("filled-intake")


@pytest.mark.parametrize(
    "choice", [one for one in LOOKS if one[0].name != "eyemon"], ids=lambda one: f"{one[0].name}-{'-'.join(one[1:])}"
)
def test_a_doctors_week(choice, browser_of, watch, server, doctor, filled):
    look = Look(*choice, browser_of, watch, server)
    look.sign_in(doctor)
    look.open("/schedule")
    look.audit("filled-day")
    look.open("/reservations/" + filled[0]["reservation_id"])
    expect(look.app.page.get_by_role("heading", name="이하늘")).to_be_visible()
    look.audit("filled-reservation")
    for path in ("/schedule/hours", "/schedule/terms"):
        look.open(path)
        look.audit("filled" + path.replace("/", "-"))
    look.open("/schedule")
    look.app.page.get_by_role("button", name={"ko": "일주일", "en": "Week", "ja": "週"}[choice[2][:2]]).click()
    expect(look.app.page.locator(".week-day")).to_have_count(7)
    look.audit("filled-week")
