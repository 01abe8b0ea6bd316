"""Rooms and messages, as clients of the reference know them, and our `seq` and `client_id`."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import api
import pytest

DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
ID = re.compile(r"[0-9a-f]{24}")


def test_a_new_room_has_both_people_and_no_last_message(patient, doctor, room):
    assert ID.fullmatch(room["room_id"])
    assert DATE.fullmatch(room["createdAt"]) and DATE.fullmatch(room["updatedAt"])
    assert {person["user_id"] for person in room["participants"]} == {patient.user_id, doctor.user_id}
    assert "lastChat" not in room
    assert room["last_seq"] == 0 and room["unread_count"] == 0


def test_opening_again_finds_the_same_room_from_either_side(patient, doctor, room):
    assert patient.open_room(doctor)["room_id"] == room["room_id"]
    assert doctor.open_room(patient)["room_id"] == room["room_id"]


def test_two_who_open_at_once_get_one_room(server):
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    with ThreadPoolExecutor(8) as pool:
        sides = [(patient, doctor), (doctor, patient)] * 4
        rooms = list(pool.map(lambda side: side[0].open_room(side[1])["room_id"], sides))
    assert len(set(rooms)) == 1


def test_nobody_opens_a_room_with_a_stranger_to_the_rules(server, patient):
    other = api.join(server.url)
    assert patient.post("/v1/chats", {"opponent_id": other.user_id}).status_code == 404, "patients do not meet"
    assert patient.post("/v1/chats", {"opponent_id": patient.user_id}).status_code in (400, 404)
    assert patient.post("/v1/chats", {"opponent_id": "0" * 24}).status_code == 404
    assert patient.post("/v1/chats", {}).status_code == 400


def test_a_message_has_every_field_that_strict_clients_need(patient, room):
    message = patient.send(room["room_id"], "안녕하세요 👁️")
    assert ID.fullmatch(message["chat_id"]) and message["room_id"] == room["room_id"]
    assert message["content"] == "안녕하세요 👁️" and message["files"] == []
    assert DATE.fullmatch(message["createdAt"]) and DATE.fullmatch(message["updatedAt"])
    sender = message["sender"]
    assert sender["user_id"] == patient.user_id and sender["nick"] == patient.nick
    assert sender["hashTags"] == [] and sender["name"] == "" and isinstance(sender["introduction"], str)
    assert message["seq"] == 1 and "client_id" not in message


def test_messages_are_numbered_and_dated_in_one_order(patient, doctor, room):
    room_id = room["room_id"]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: (patient, doctor)[n % 2].send(room_id, str(n)), range(24)))
    messages = patient.messages(room_id)
    assert [message["seq"] for message in messages] == list(range(1, 25))
    dates = [message["createdAt"] for message in messages]
    assert dates == sorted(set(dates)), "createdAt strictly increases within a room"
    assert messages == doctor.messages(room_id)


def test_a_long_room_comes_whole(patient, doctor, room):
    """In chunks: nobody knows the length of what is read while it is sent."""
    said = [patient.send(room["room_id"], f"{number} 눈이 침침해요") for number in range(601)]
    answer = patient.get(f"/v1/chats/{room['room_id']}")
    assert answer.headers["Transfer-Encoding"] == "chunked" and "Content-Length" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    assert api.ok(answer)["data"] == said
    newer = doctor.get(f"/v1/chats/{room['room_id']}", params={"cursor_date": said[499]["createdAt"]})
    assert api.ok(newer)["data"] == said[500:]
    newest = doctor.get(f"/v1/chats/{room['room_id']}", params={"cursor_date": said[-50]["createdAt"]})
    assert "Content-Length" in newest.headers and api.ok(newest)["data"] == said[-49:]


@pytest.mark.parametrize("name", ["next", "cursor_date"])
def test_either_cursor_gives_what_is_newer(patient, room, name):
    sent = [patient.send(room["room_id"], str(number)) for number in range(4)]
    for after in range(4):
        got = patient.messages(room["room_id"], **{name: sent[after]["createdAt"]})
        assert [message["content"] for message in got] == ["0", "1", "2", "3"][after + 1 :]
    assert len(patient.messages(room["room_id"])) == 4


def test_a_cursor_without_milliseconds_loses_nothing(patient, room):
    sent = patient.send(room["room_id"], "하나")
    coarse = sent["createdAt"][:19] + "Z"
    assert [message["chat_id"] for message in patient.messages(room["room_id"], next=coarse)] == [sent["chat_id"]] or (
        sent["createdAt"].endswith(".000Z")
    )
    moment = datetime.fromisoformat(sent["createdAt"].replace("Z", "+00:00")) - timedelta(milliseconds=1)
    seoul = (moment + timedelta(hours=9)).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "+09:00"
    assert len(patient.messages(room["room_id"], next=seoul)) == 1


NO_DATES = ["yesterday", "2025-13-01T00:00:00.000Z", "2025-01-01", "1747130400000", "2025-02-30T00:00:00Z"]


@pytest.mark.parametrize("date", NO_DATES)
def test_a_cursor_that_is_no_date_is_refused(patient, room, date):
    answer = patient.get(f"/v1/chats/{room['room_id']}", params={"next": date})
    assert answer.status_code == 400 and answer.json()["code"] == "bad_date"


def test_a_repeated_send_is_answered_with_the_original(patient, room):
    first = patient.send(room["room_id"], "한 번", client_id="client-1")
    again = patient.send(room["room_id"], "한 번", client_id="client-1")
    assert first == again and first["client_id"] == "client-1"
    body = {"content": "다른 말", "client_id": "client-1"}
    other = patient.post(f"/v1/chats/{room['room_id']}", body)
    assert api.ok(other) == first and other.headers["X-Maru-Original"] == "1"
    assert len(patient.messages(room["room_id"])) == 1


def test_a_send_repeated_at_once_happens_once(patient, room):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: patient.send(room["room_id"], "동시", client_id="same"), range(8)))
    assert len({answer["chat_id"] for answer in answers}) == 1
    assert len(patient.messages(room["room_id"])) == 1


def test_two_people_may_use_one_client_id(patient, doctor, room):
    mine, theirs = (side.send(room["room_id"], side.nick, client_id="x") for side in (patient, doctor))
    assert mine["chat_id"] != theirs["chat_id"]


def test_a_message_that_is_none_is_refused(patient, room):
    for body in ({}, {"content": ""}, {"content": "", "files": []}, {"content": None}, {"content": "a\u0000b"}):
        assert patient.post(f"/v1/chats/{room['room_id']}", body).status_code == 400, body


def test_a_room_is_closed_to_others(server, patient, room):
    room_id, stranger = room["room_id"], api.join(server.url)
    patient.send(room_id, "비밀")
    for answer in (
        stranger.get(f"/v1/chats/{room_id}"),
        stranger.post(f"/v1/chats/{room_id}", {"content": "누구"}),
        stranger.mark_read(room_id, 1),
    ):
        assert answer.status_code == 445 and answer.json()["code"] == "not_participant"
        assert "비밀" not in answer.text
    assert stranger.rooms() == []


def test_ids_that_were_never_given_are_not_found(patient):
    for name in ("0" * 24, "f" * 24):
        assert patient.get(f"/v1/chats/{name}").status_code == 404
    assert patient.get("/v1/chats/not-an-id").status_code in (404, 500)
    assert patient.get("/v1/chats/%00%ff").status_code in (400, 404, 500)


def test_rooms_are_newest_first_with_unread_numbers(server, patient):
    doctors = [api.join(server.url, "eyemon-doctor", f"의사{number}") for number in range(3)]
    rooms = [patient.open_room(doctor)["room_id"] for doctor in doctors]
    doctors[1].send(rooms[1], "첫째")
    doctors[0].send(rooms[0], "둘째")
    doctors[0].send(rooms[0], "셋째")
    patient.send(rooms[0], "제 말은 제게 안 읽음이 아닙니다")
    listed = patient.rooms()
    assert [room["room_id"] for room in listed] == [rooms[0], rooms[1], rooms[2]]
    assert [room["unread_count"] for room in listed] == [2, 1, 0]
    assert listed[0]["lastChat"]["content"].startswith("제 말은") and listed[0]["last_seq"] == 3
    assert "lastChat" not in listed[2]


def test_reading_moves_forward_only(patient, doctor, room):
    room_id = room["room_id"]
    for number in range(3):
        doctor.send(room_id, str(number))
    answer = patient.mark_read(room_id, 2)
    assert answer.status_code == 200 and answer.content == b""
    assert patient.rooms()[0]["unread_count"] == 1
    patient.mark_read(room_id, 1)
    assert patient.rooms()[0]["unread_count"] == 1
    reads = {read["user_id"]: read["seq"] for read in doctor.rooms()[0]["reads"]}
    assert reads[patient.user_id] == 2
    patient.mark_read(room_id, 99)
    assert patient.rooms()[0]["unread_count"] == 0
    doctor.send(room_id, "새 말")
    assert patient.rooms()[0]["unread_count"] == 1, "nobody reads what was not yet written"


def test_markup_and_odd_letters_come_back_as_they_went(patient, room):
    for text in ('<script>alert("1")</script>', "\u202e뒤집힘", "한\u1112\u1161\u11ab", "줄\n바꿈\t", "🏳️‍🌈" * 20):
        assert patient.send(room["room_id"], text)["content"] == text
