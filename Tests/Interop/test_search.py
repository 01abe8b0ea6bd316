"""Search: any part of what was said, however its letters are composed."""

import subprocess
import unicodedata

import api
import live
import pytest


def search(person, text, **query):
    return api.ok(person.get("/v1/messages/search", params={"q": text} | query))


def contents(page):
    return [message["content"] for message in page["data"]]


@pytest.fixture
def talk(patient, doctor, room):
    for text in ("안과 예약했어요", unicodedata.normalize("NFD", "망막 검사 가능할까요"), "眼科で待つ", "Café Straße"):
        patient.send(room["room_id"], text)
    return room


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("text", ["안과", "망막", "막 검", "약", "眼科", "で待", "ﾃﾞ", "CAFÉ", "strasse"])
def test_it_is_found_however_it_is_composed(talk, doctor, text, form):
    if text == "ﾃﾞ":
        assert contents(search(doctor, text)) == [], "half-width letters are other letters"
        return
    assert len(search(doctor, unicodedata.normalize(form, text))["data"]) >= 1


def test_only_what_contains_it_is_found(talk, doctor):
    for text in ("과안", "안 과", "예약해", "か", "zz"):
        assert search(doctor, text) == {"data": [], "next_cursor": "0"}


def test_pages_go_on_to_the_end(patient, doctor, room):
    for number in range(25):
        patient.send(room["room_id"], f"결과 {number}")
    seen, cursor = [], None
    while cursor != "0":
        page = search(doctor, "결과", limit=10, **({"cursor": cursor} if cursor else {}))
        seen += contents(page)
        cursor = page["next_cursor"]
    assert seen == [f"결과 {number}" for number in reversed(range(25))]


def test_it_follows_edits_and_deletes(patient, doctor, room):
    message = patient.send(room["room_id"], "노란 알약")
    patient.edit(message, "하얀 알약")
    assert contents(search(doctor, "노란")) == []
    assert contents(search(doctor, "하얀")) == ["하얀 알약"]
    patient.take_back(message)
    assert contents(search(doctor, "알약")) == []


def test_rooms_of_others_are_not_searched(server, talk, patient):
    stranger = api.join(server.url)
    assert search(stranger, "안과")["data"] == []
    answer = stranger.get("/v1/messages/search", params={"q": "안과", "room_id": talk["room_id"]})
    assert answer.status_code == 445
    for query in ({}, {"q": ""}, {"q": "가" * 201}, {"q": "가", "cursor": "x"}, {"q": "가", "limit": "0"}):
        assert patient.get("/v1/messages/search", params=query).status_code == 400, query


def test_the_operator_reads_reports_while_the_server_runs(start_server):
    server = start_server()
    data = str(server.folder / "data")

    def admin(*words):
        return subprocess.run(
            [str(live.binary()), "admin", *words, "--data", data], capture_output=True, text=True, timeout=20
        )

    patient, doctor = api.join(server.url), api.join(server.url, "eyemon-doctor")
    message = doctor.send(patient.open_room(doctor)["room_id"], "나쁜 말")
    path = f"/v1/messages/{message['chat_id']}/report"
    assert patient.post(path, {"reason": "abuse", "note": "심해요"}).status_code == 200
    assert api.join(server.url).post(path, {"reason": "abuse"}).status_code == 404
    assert patient.post(path, {"reason": "boredom"}).status_code == 400
    listed = admin("reports")
    assert listed.returncode == 0 and "나쁜 말" in listed.stdout and "심해요" in listed.stdout
    assert "open_reports" in admin("status").stdout
    assert admin("reports", "--close", "1").stdout == "Closed report 1.\n"
    again = admin("reports", "--close", "1")
    assert again.returncode == 1 and again.stderr == "maru: there is no open report 1\n"
    server.kill()
    gone = admin("status")
    assert gone.returncode == 1 and "no server runs on the data folder" in gone.stderr
    server.start()
    assert admin("status").returncode == 0, "the socket of a killed server is replaced"
    assert admin("nonsense").returncode == 2
