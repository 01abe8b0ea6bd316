"""SIGKILL in the middle of sends, edits, deletions and reads: what was acknowledged is there, once; what was not can be
repeated without harm. On SQLite, and on PostgreSQL where the tests were given one."""

import os
import random
import threading

import api
import pytest
import requests

TALKERS, BEFORE_KILL = 6, 40
ROUNDS = 50 if os.environ.get("MARU_TEST_SCALE") == "all" else 10
DELETED = "삭제된 메시지입니다."


class Talker(threading.Thread):
    """Sends one message after the other, each under its own client id, changes and deletes what it has sent and reads
    on, until the server is gone."""

    def __init__(self, person, room_id, name):
        super().__init__()
        self.person, self.room_id, self.label = person, room_id, name
        self.random = random.Random(name)
        # By client id: the message as last acknowledged, and what of it was under way.
        self.acknowledged, self.changing = {}, {}
        self.unconfirmed, self.read, self.count = None, 0, 0

    def run(self):
        try:
            while True:
                self.step()
        except (requests.RequestException, AssertionError):
            pass

    def step(self):
        mine = [id for id, message in self.acknowledged.items() if not message.get("deleted")]
        choice = self.random.random()
        if mine and choice < 0.2:
            id, text = self.random.choice(mine), f"edited {self.random.random()}"
            self.change(id, text, lambda: self.person.edit(self.acknowledged[id], text))
        elif mine and choice < 0.3:
            id = self.random.choice(mine)
            self.change(id, DELETED, lambda: self.person.take_back(self.acknowledged[id]))
        elif mine and choice < 0.4:
            seq = self.acknowledged[mine[-1]]["seq"]
            assert self.person.mark_read(self.room_id, seq).status_code == 200
            self.read = max(self.read, seq)
        else:
            self.say()

    def say(self):
        self.count += 1
        self.unconfirmed = f"{self.label}-{self.count}"
        self.acknowledged[self.unconfirmed] = self.person.send(
            self.room_id, self.unconfirmed, client_id=self.unconfirmed
        )
        self.unconfirmed = None

    def change(self, id, text, call):
        self.changing = {id: text}
        self.acknowledged[id] = call()
        self.changing = {}


def check(messages, talkers):
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1)), "no gap and no double"
    by_client_id = {}
    for message in messages:
        assert message["client_id"] not in by_client_id, "a client id names one message for ever"
        by_client_id[message["client_id"]] = message
    for talker in talkers:
        for client_id, message in talker.acknowledged.items():
            stored = by_client_id.get(client_id)
            assert stored is not None, "acknowledged, and now lost"
            if client_id in talker.changing and stored != message:
                assert stored["content"] == talker.changing[client_id], "neither before nor after its change"
            else:
                assert stored == message, "acknowledged, and now changed"


def check_reads(room, talkers):
    reads = {read["user_id"]: read["seq"] for read in room["reads"]}
    for talker in talkers:
        assert reads[talker.person.user_id] >= talker.read, "a read position went back"


@pytest.mark.parametrize("round", range(ROUNDS))
def test_a_kill_loses_and_doubles_nothing(start_server, round):
    server = start_server(MARU_LOG="none")
    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    room_id = patient.open_room(doctor)["room_id"]
    talkers = [Talker((patient, doctor)[number % 2], room_id, f"t{number}") for number in range(TALKERS)]
    for talker in talkers:
        talker.start()
    while sum(len(talker.acknowledged) for talker in talkers) < BEFORE_KILL * (round % 4 + 1):
        assert any(talker.is_alive() for talker in talkers)
        talkers[0].join(0.005)
    server.kill()
    for talker in talkers:
        talker.join(20)
    server.start()
    check(doctor.messages(room_id), talkers)
    check_reads(patient.rooms()[0], talkers)

    # As an outbox does: the same body under the same id, as often as it takes.
    for talker in talkers:
        if talker.unconfirmed is None:
            continue
        answers = [talker.person.send(room_id, talker.unconfirmed, client_id=talker.unconfirmed) for _ in range(2)]
        assert answers[0] == answers[1]
        talker.acknowledged[talker.unconfirmed] = answers[0]
    messages = patient.messages(room_id)
    check(messages, talkers)
    assert len(messages) == sum(len(talker.acknowledged) for talker in talkers)
