"""Calendar files as another program reads them: PyPI's `icalendar`. The files are those that the tests of the module
`Booking` keep."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import icalendar

FIXTURES = Path(__file__).parents[1] / "BookingTests/Fixtures"


def read(name):
    data = (FIXTURES / f"{name}.ics").read_bytes()
    calendar = icalendar.Calendar.from_ical(data)
    for part in calendar.walk():
        assert part.errors == [], part
    assert calendar["VERSION"] == "2.0"
    assert calendar["PRODID"] == "-//Maru//EyeMon//KO"
    return calendar, calendar.walk("VEVENT")


def test_a_single_appointment():
    calendar, [event] = read("calendar-single")
    assert calendar["METHOD"] == "PUBLISH"
    assert event["UID"] == "reservation-5f0c1e2d@maru.example"
    assert event["SEQUENCE"] == 2
    assert event["STATUS"] == "CONFIRMED"
    assert event.decoded("DTSTAMP") == datetime(2026, 11, 30, 12, 0, tzinfo=timezone.utc)
    assert event.decoded("DTSTART") == datetime(2026, 12, 1, 0, 30, tzinfo=timezone.utc)
    assert event.decoded("DTEND") == datetime(2026, 12, 1, 1, 0, tzinfo=timezone.utc)
    assert event["SUMMARY"] == "김지은 원장 진료; 눈이 침침함, 두통"
    assert event["DESCRIPTION"] == '서울안과의원\n"다음" 진료\\예약 😀'
    assert event["LOCATION"].endswith("서울안과의원 접수처 앞 대기실")
    assert event["URL"] == "https://maru.example/eyemon/reservations/5f0c1e2d"
    assert event["ORGANIZER"] == "mailto:no-reply@maru.example"
    assert event["ORGANIZER"].params["CN"] == "김지은 '원장', 서울안과"
    triggers = [alarm.decoded("TRIGGER") for alarm in event.walk("VALARM")]
    assert triggers == [timedelta(days=-1), timedelta(hours=-1)]


def test_a_cancelled_appointment_replaces_its_older_version():
    calendar, [event] = read("calendar-cancelled")
    _, [before] = read("calendar-single")
    assert calendar["METHOD"] == "CANCEL"
    assert event["STATUS"] == "CANCELLED"
    assert event["UID"] == before["UID"]
    assert event["SEQUENCE"] > before["SEQUENCE"]
    assert event["ORGANIZER"] == before["ORGANIZER"]
    assert event.walk("VALARM") == []


def test_a_feed_has_all_of_them():
    calendar, events = read("calendar-feed")
    assert calendar["METHOD"] == "PUBLISH"
    assert calendar["X-WR-CALNAME"] == "EyeMon 진료 예약"
    assert calendar.decoded("REFRESH-INTERVAL") == timedelta(hours=1)
    assert [event["STATUS"] for event in events] == ["CANCELLED", "TENTATIVE"]
    assert len({event["UID"] for event in events}) == 2


def test_what_was_read_can_be_written_again():
    for name in ("calendar-single", "calendar-cancelled", "calendar-feed"):
        calendar, events = read(name)
        again = icalendar.Calendar.from_ical(calendar.to_ical())
        assert [dict(event.items()) for event in again.walk("VEVENT")] == [dict(event.items()) for event in events]
