"""Whoever comes back from a provider's page for the first time, and whoever goes there again and again."""

import api
import pytest
from test_providers import NAMELESS, Browser, agree, query, world  # noqa: F401  (a fixture)

CLOSED = ["/v1/chats", "/v1/doctors", "/v1/me/identities", "/v1/me/notifications", "/v1/users/me/profile"]


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_a_newcomer_from_a_provider_gets_nowhere_before_agreeing(world, provider):
    browser = Browser(world)
    assert "error" not in query(browser.sign_in(provider).headers["Location"])
    answer = api.ok(browser.refresh())
    assert answer["owes_consent"] is True
    person = api.person_from(world.url, "eyemon", answer)
    for path in CLOSED:
        refused = person.get(path)
        assert (refused.status_code, refused.json()["code"]) == (445, "consent_missing"), path
    young = person.post("/v1/me/consents", {"consents": [], "over14": False})
    assert young.json()["code"] == "under_age"
    assert person.get("/v1/chats").status_code == 445
    agree(world, person)
    assert [person.get(path).status_code for path in CLOSED] == [200] * len(CLOSED)
    assert "owes_consent" not in api.ok(browser.refresh())
    # A native app that cannot ask goes on as before.
    world.of(world.login(provider, world.token(provider, NAMELESS))).rooms()


@pytest.mark.parametrize("provider", ["kakao", "apple"])
def test_the_sixth_time_is_as_good_as_the_first(world, provider):
    """What a flow left in the browser goes with it, however it ended; what was given up does no harm."""
    browser = Browser(world)
    for _ in range(3):
        back = browser.sign_in(provider, choice="cancel")
        assert query(back.headers["Location"])["error"] == "provider_cancelled"
    for _ in range(6):
        assert browser.sign_in(provider).headers["Location"] == "/eyemon/"
    assert not [c.name for c in browser.session.cookies if c.name.startswith("maru-flow-")]
    for _ in range(20):
        browser.start(provider)
    assert browser.sign_in(provider).headers["Location"] == "/eyemon/"
    assert len([c for c in browser.session.cookies if c.name.startswith("maru-flow-")]) <= 2 * 16
