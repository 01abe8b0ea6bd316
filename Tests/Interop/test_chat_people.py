"""What people see of each other: blocks, devices, presence, typing."""

import api
from test_socketio import chats, listen  # noqa: F401

ME = "/me"


def test_every_device_hears_of_everything(listen, patient, doctor, room):  # noqa: F811
    devices = [listen(patient, ME), listen(patient, ME, transports="polling")]
    message = doctor.send(room["room_id"], "안녕하세요")
    edited = doctor.edit(message, "안녕하세요?")
    liked = patient.react(message, "👍")
    gone = doctor.take_back(message)
    patient.mark_read(room["room_id"], 1)
    patient.put(f"/v1/chats/{room['room_id']}/mute", {"muted": True})
    for device in devices:
        assert device.next(ME, "room")["room_id"] == room["room_id"], "shown with its first message"
        assert device.next(ME) == message
        assert [device.next(ME, "change") for _ in range(3)] == [edited, liked, gone]
        assert device.next(ME, "read") == {"room_id": room["room_id"], "user_id": patient.user_id, "seq": 1}
        assert device.next(ME, "room")["muted"] is True


def test_older_clients_hear_of_new_messages_only(listen, patient, doctor, room):  # noqa: F811
    listener = listen(doctor, chats(room))
    message = patient.send(room["room_id"], "하나")
    patient.edit(message, "둘")
    patient.take_back(message)
    assert listener.next(chats(room)) == message
    assert listener.hears_nothing(chats(room)) and listener.hears_nothing(chats(room), "change")


def test_who_blocks_hears_nothing_more(listen, patient, doctor, room):  # noqa: F811
    room_id = room["room_id"]
    patient.send(room_id, "먼저 한 말")
    old, new = listen(doctor, chats(room)), listen(doctor, ME)
    doctor.block(patient)
    sent = patient.send(room_id, "욕설")
    assert sent["content"] == "욕설" and "hidden" not in sent, "the blocked person is not told"
    hidden = new.next(ME)
    assert hidden["hidden"] is True and hidden["content"] == "" and hidden["seq"] == 2
    assert old.hears_nothing(chats(room))
    for answer in (
        doctor.get(f"/v1/chats/{room_id}"), doctor.get(f"/v1/chats/{room_id}/history"), doctor.get("/v1/chats"),
        doctor.get("/v1/messages/search", params={"q": "욕설"}),
    ):
        assert answer.status_code == 200 and "욕설" not in answer.text
    assert [message["content"] for message in doctor.messages(room_id)] == ["먼저 한 말"]
    assert doctor.rooms()[0]["unread_count"] == 1 and doctor.rooms()[0]["last_seq"] == 2
    assert [one["user_id"] for one in api.ok(doctor.get("/v1/blocks"))["data"]] == [patient.user_id]
    doctor.block(patient, blocked=False)
    again = patient.send(room_id, "미안합니다")
    assert old.next(chats(room)) == again and new.next(ME) == again
    assert len(doctor.messages(room_id)) == 2, "what was hidden stays hidden"


def test_presence_is_told_to_those_who_share_a_room(listen, server, patient, doctor, room):  # noqa: F811
    theirs = listen(doctor, ME)
    stranger = listen(api.join(server.url, "eyemon-doctor"), ME)
    assert theirs.next(ME, "presences") == {"online": []}
    mine = listen(patient, ME)
    assert theirs.hears_nothing(ME, "presence"), "a connection alone is not presence"
    mine.client.emit("active", {"on": True}, namespace=ME)
    assert theirs.next(ME, "presence") == {"user_id": patient.user_id, "online": True}
    late = listen(doctor, ME)
    assert late.next(ME, "presences") == {"online": [patient.user_id]}
    doctor.block(patient)
    assert theirs.next(ME, "presence") == {"user_id": patient.user_id, "online": False}
    doctor.block(patient, blocked=False)
    assert theirs.next(ME, "presence") == {"user_id": patient.user_id, "online": True}
    mine.client.emit("active", {"on": False}, namespace=ME)
    assert theirs.next(ME, "presence") == {"user_id": patient.user_id, "online": False}
    assert stranger.hears_nothing(ME, "presence")


def test_typing_is_relayed_to_the_others_of_the_room(listen, server, patient, doctor, room):  # noqa: F811
    mine, theirs = listen(patient, ME), listen(doctor, ME)
    outsider = listen(api.join(server.url), ME)

    def type(who, on=True):
        who.client.emit("typing", {"room_id": room["room_id"], "on": on}, namespace=ME)

    for _ in range(5):
        type(mine)
    told = {"room_id": room["room_id"], "user_id": patient.user_id}
    assert theirs.next(ME, "typing") == told | {"lease": 5000}
    type(mine, on=False)
    assert theirs.next(ME, "typing") == told | {"lease": 0}
    type(outsider)
    odd_ones = ({}, {"room_id": 1, "on": True}, {"room_id": "x", "on": True}, {"room_id": room["room_id"], "on": 1}, [])
    for odd in odd_ones:
        mine.client.emit("typing", odd, namespace=ME)
    assert mine.hears_nothing(ME, "typing") and theirs.hears_nothing(ME, "typing")
    type(theirs)
    told = {"room_id": room["room_id"], "user_id": doctor.user_id}
    assert mine.next(ME, "typing") == told | {"lease": 5000}
    patient.block(doctor)
    assert mine.next(ME, "typing") == told | {"lease": 0}, "a block ends what was told before it"
    type(theirs)
    assert mine.hears_nothing(ME, "typing")
