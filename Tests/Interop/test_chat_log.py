"""The log of a room: versions, history, changes, edits, tombstones, reactions, quotes, pins."""

import base64
from concurrent.futures import ThreadPoolExecutor

import api
import pytest

# One red point.
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
GONE = "삭제된 메시지입니다."


def code(answer):
    return answer.status_code, answer.json()["code"]


def test_history_is_read_upwards(patient, doctor, room):
    sent = [patient.send(room["room_id"], str(number)) for number in range(5)]
    newest = doctor.history(room["room_id"], limit=2)
    assert newest == {"data": sent[3:], "version": 5, "last_seq": 5}
    older = doctor.history(room["room_id"], before_seq=newest["data"][0]["seq"], limit=10)
    assert older["data"] == sent[:3]
    assert doctor.history(room["room_id"], before_seq=1)["data"] == []


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": "x"}, {"before_seq": -1}, {"before_seq": "9" * 30}])
def test_a_bad_page_is_refused(patient, room, query):
    assert patient.get(f"/v1/chats/{room['room_id']}/history", params=query).status_code == 400


def test_changes_bring_a_client_up_to_date(patient, doctor, room):
    room_id = room["room_id"]
    first, second = patient.send(room_id, "하나"), patient.send(room_id, "둘")
    edited = patient.edit(first, "하나!")
    liked = doctor.react(second, "👍")
    assert [edited["version"], liked["version"]] == [3, 4]
    assert doctor.changes(room_id, 2) == {"data": [edited, liked], "version": 4, "last_seq": 2, "more": False}
    page = doctor.changes(room_id, 0, limit=1)
    assert page["data"] == [edited] and page["version"] == 3 and page["more"], "as it is now, in the order of versions"
    assert patient.get(f"/v1/chats/{room_id}/changes").status_code == 400


def test_edits_at_once_take_one_version_each(patient, doctor, room):
    message = patient.send(room["room_id"], "0")
    with ThreadPoolExecutor(8) as pool:
        edits = list(pool.map(lambda n: patient.edit(message, str(n + 1)), range(24)))
    assert sorted(edit["version"] for edit in edits) == list(range(2, 26))
    assert doctor.history(room["room_id"])["data"] == [max(edits, key=lambda edit: edit["version"])]


def test_a_deleted_message_is_a_tombstone_everywhere(patient, doctor, room):
    room_id = room["room_id"]
    picture = ("비밀.png", base64.b64decode(PICTURE), "image/png")
    files = api.ok(patient.post(f"/v1/chats/{room_id}/files", files=[("files", picture)]))["files"]
    secret = patient.say(room_id, content="비밀 42", files=files, mentions=[doctor.user_id])
    doctor.react(secret, "😢")
    quoting = doctor.say(room_id, content="네", reply_to=secret["chat_id"])
    assert quoting["reply_to"]["excerpt"] == "비밀 42"
    ok = patient.put(f"/v1/chats/{room_id}/pin", {"chat_id": secret["chat_id"]})
    assert api.ok(ok)["pinned"]["content"] == "비밀 42"
    gone = patient.take_back(secret)
    assert gone["deleted"] is True and gone["content"] == GONE and gone["files"] == []
    assert patient.take_back(secret) == gone
    answers = [
        doctor.get(f"/v1/chats/{room_id}"), doctor.get(f"/v1/chats/{room_id}/history"), doctor.get("/v1/chats"),
        doctor.get(f"/v1/chats/{room_id}/changes", params={"after_version": 0}),
        patient.get(f"/v1/chats/{room_id}/history"), patient.get("/v1/messages/search", params={"q": "비밀"}),
    ]
    for answer in answers:
        assert "비밀" not in answer.text and files[0] not in answer.text and "😢" not in answer.text, answer.url
    seen = doctor.messages(room_id)
    assert seen[0]["content"] == GONE, "older clients show the text"
    assert seen[1]["reply_to"] == {
        "chat_id": secret["chat_id"], "seq": 1, "user_id": patient.user_id, "excerpt": "", "deleted": True,
    }
    assert "pinned" not in doctor.rooms()[0]


def test_delete_beats_edit(patient, room):
    message = patient.send(room["room_id"], "a")
    with ThreadPoolExecutor(8) as pool:
        tries = [pool.submit(patient.put, api.path_of(message), {"content": str(n)}) for n in range(8)]
        tries.insert(4, pool.submit(patient.take_back, message))
        [one.result() for one in tries]
    assert patient.history(room["room_id"])["data"][0]["deleted"] is True
    assert code(patient.put(api.path_of(message), {"content": "b"})) == (409, "message_deleted")
    like = {"emoji": "👍", "on": True}
    assert code(patient.put(api.path_of(message) + "/reactions", like)) == (409, "message_deleted")


def test_what_is_anothers_stays_so(server, patient, doctor, room):
    message = patient.send(room["room_id"], "제 말")
    stranger = api.join(server.url)
    assert code(doctor.put(api.path_of(message), {"content": "x"})) == (445, "not_sender")
    assert code(doctor.delete(api.path_of(message))) == (445, "not_sender")
    assert code(stranger.put(api.path_of(message), {"content": "x"})) == (445, "not_participant")
    assert code(stranger.delete(api.path_of(message))) == (445, "not_participant")
    elsewhere = patient.open_room(api.join(server.url, "eyemon-doctor"))
    moved = {"room_id": elsewhere["room_id"], "chat_id": message["chat_id"]}
    for answer in (
        patient.put(api.path_of(moved), {"content": "x"}), patient.delete(api.path_of(moved)),
        patient.put(api.path_of(moved) + "/reactions", {"emoji": "👍", "on": True}),
        patient.put(f"/v1/chats/{elsewhere['room_id']}/pin", {"chat_id": message["chat_id"]}),
        patient.post(f"/v1/chats/{elsewhere['room_id']}", {"content": "x", "reply_to": message["chat_id"]}),
        patient.delete(api.path_of({"room_id": room["room_id"], "chat_id": "0" * 24})),
    ):
        assert code(answer) == (404, "not_found")


def test_reactions(patient, doctor, room):
    message = patient.send(room["room_id"], "좋은 소식")
    doctor.react(message, "👍")
    both = patient.react(message, "👍")
    assert both["reactions"] == [{"emoji": "👍", "user_ids": [doctor.user_id, patient.user_id]}]
    assert patient.react(message, "👍") == both
    assert doctor.react(message, "👍", on=False)["reactions"] == [{"emoji": "👍", "user_ids": [patient.user_id]}]
    assert "reactions" not in patient.react(message, "👍", on=False)
    for emoji in ("", "a", "👍👍", "1", "\u0000", "x" * 100_000):
        answer = patient.put(api.path_of(message) + "/reactions", {"emoji": emoji, "on": True})
        assert answer.status_code == 400


def test_a_repeat_says_what_became_of_the_message(patient, room):
    room_id, body = room["room_id"], {"content": "오타", "client_id": "c"}
    first = patient.say(room_id, **body)
    edited = patient.edit(first, "오타 없음")
    again = patient.post(f"/v1/chats/{room_id}", body)
    assert api.ok(again) == edited and "X-Maru-Original" not in again.headers
    gone = patient.take_back(first)
    assert api.ok(patient.post(f"/v1/chats/{room_id}", body)) == gone


def test_everything_is_read_in_one_move(server, patient):
    doctors = [api.join(server.url, "eyemon-doctor") for _ in range(3)]
    rooms = [patient.open_room(doctor)["room_id"] for doctor in doctors]
    for doctor, room_id in zip(doctors, rooms):
        doctor.send(room_id, "읽어 주세요")
    reads = [{"room_id": room_id, "seq": 1} for room_id in rooms]
    foreign = api.join(server.url).open_room(doctors[0])["room_id"]
    assert patient.post("/v1/chats/read", {"reads": reads + [{"room_id": foreign, "seq": 1}]}).status_code == 445
    assert sum(room["unread_count"] for room in patient.rooms()) == 3, "all or nothing"
    answer = patient.post("/v1/chats/read", {"reads": reads})
    assert answer.status_code == 200 and answer.content == b""
    assert sum(room["unread_count"] for room in patient.rooms()) == 0


def test_muting_is_ones_own(patient, doctor, room):
    muted = api.ok(patient.put(f"/v1/chats/{room['room_id']}/mute", {"muted": True}))
    assert muted["muted"] is True and doctor.rooms()[0]["muted"] is False
    assert api.ok(patient.put(f"/v1/chats/{room['room_id']}/mute", {"muted": False}))["muted"] is False
    assert patient.put(f"/v1/chats/{room['room_id']}/mute", {"muted": "maybe"}).status_code == 400
