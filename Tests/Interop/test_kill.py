"""SIGKILL in the middle of sends: what was acknowledged is there, once; what was not can be repeated without harm."""

import os
import threading

import api
import pytest
import requests

TALKERS, BEFORE_KILL = 6, 40
ROUNDS = 50 if os.environ.get("MARU_TEST_SCALE") == "all" else 10


class Talker(threading.Thread):
    """Sends one message after the other, each under its own client id, until the server is gone."""

    def __init__(self, person, room_id, name):
        super().__init__()
        self.person, self.room_id, self.label = person, room_id, name
        self.acknowledged, self.unconfirmed = {}, None

    def run(self):
        number = 0
        while self.unconfirmed is None:
            number += 1
            client_id = f"{self.label}-{number}"
            try:
                self.acknowledged[client_id] = self.person.send(self.room_id, client_id, client_id=client_id)
            except (requests.RequestException, AssertionError):
                self.unconfirmed = client_id


def check(messages, talkers):
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1)), "no gap and no double"
    by_client_id = {}
    for message in messages:
        assert message["client_id"] not in by_client_id, "a client id names one message for ever"
        by_client_id[message["client_id"]] = message
    for talker in talkers:
        for client_id, message in talker.acknowledged.items():
            assert by_client_id.get(client_id) == message, "acknowledged, and now lost or changed"


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
    messages = doctor.messages(room_id)
    check(messages, talkers)

    # As an outbox does: the same body under the same id, as often as it takes.
    for talker in talkers:
        answers = [talker.person.send(room_id, talker.unconfirmed, client_id=talker.unconfirmed) for _ in range(2)]
        assert answers[0] == answers[1]
        talker.acknowledged[talker.unconfirmed] = answers[0]
    messages = patient.messages(room_id)
    check(messages, talkers)
    assert len(messages) == sum(len(talker.acknowledged) for talker in talkers)
