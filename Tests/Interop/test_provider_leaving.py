"""A way in that is closed, or an account that goes, gives the consent at Kakao and Apple back."""

import time

import api
import pytest
from test_providers import NAMELESS, Browser, agree, query, world  # noqa: F401  (a fixture)


def await_record(world, name, count):
    """What the stand-in was asked to forget; the jobs that ask run beside the answers."""
    end = time.monotonic() + 15
    while len(world.record()[name]) < count and time.monotonic() < end:
        time.sleep(0.05)
    return world.record()[name]


def test_an_unlinked_way_in_is_given_back(world):
    person = api.join(world.url)
    assert world.link(person, "kakao", world.token("kakao")).status_code == 200
    assert person.close_way("kakao").status_code == 200
    assert len(await_record(world, "unlinked", 1)) == 1
    browser = Browser(world)
    page = browser.session.post(
        world.url + "/v1/me/identities/apple/start", headers=person.headers(**{"X-Maru-Web": "1"}),
        json={"to": "settings", "password": api.PASSWORD}, timeout=10)
    assert "linked=1" in browser.come_back(browser.consent(api.ok(page)["url"])).headers["Location"]
    assert person.close_way("apple").status_code == 200
    assert len(await_record(world, "revoked", 1)) == 1
    assert len(world.record()["unlinked"]) == 1


def test_another_account_in_its_place_gives_the_first_one_back(world):
    person = api.join(world.url)
    assert world.link(person, "kakao", world.token("kakao")).status_code == 200
    assert world.link(person, "kakao", world.token("kakao", NAMELESS)).status_code == 200
    assert len(await_record(world, "unlinked", 1)) == 1
    assert [way["kind"] for way in api.ok(person.get("/v1/me/identities"))["data"]] == ["email", "kakao"]


@pytest.mark.parametrize("way_out", ["withdraw", "erase"])
def test_who_leaves_is_forgotten_by_providers(world, way_out):
    browser = Browser(world)
    assert "error" not in query(browser.sign_in("apple").headers["Location"])
    person = world.of(browser.refresh())
    agree(world, person)
    assert world.link(person, "kakao", world.token("kakao")).status_code == 200
    if way_out == "withdraw":
        left = person.get("/v1/users/withdraw")
    else:
        left = person.post("/v1/me/erase", {})
    assert left.status_code == 200, left.text
    assert len(await_record(world, "unlinked", 1)) == 1
    assert len(await_record(world, "revoked", 1)) == 1


def test_a_provider_that_is_away_is_asked_again(world):
    person = api.join(world.url)
    assert world.link(person, "kakao", world.token("kakao")).status_code == 200
    assert world.fail(1).status_code == 200
    assert person.close_way("kakao").status_code == 200
    assert len(await_record(world, "unlinked", 1)) == 1
