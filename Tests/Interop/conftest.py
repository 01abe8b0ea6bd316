"""Fixtures for everything that talks to a live server from outside. Nothing is built here."""

import api
import live
import pytest
import sandbox
from paying import Clinic


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all tests that leave it running."""
    running = live.Server(tmp_path_factory.mktemp("maru")).start()
    yield running
    assert running.stop() == 0, "a server that served all tests must end well"


@pytest.fixture
def start_server(tmp_path):
    """`start_server(*flags, **environment)`: a server of the test's own, which it may stop, kill and start again."""
    started = []

    def start(*flags, **environment):
        running = live.Server(tmp_path / f"maru{len(started)}", *flags, environment=environment)
        started.append(running)
        return running.start()

    yield start
    for running in started:
        if running.process is not None:
            running.kill()


@pytest.fixture
def patient(server):
    return api.join(server.url, "eyemon", "이하늘")


@pytest.fixture
def doctor(server):
    return api.join(server.url, "eyemon-doctor", "김안과")


@pytest.fixture
def room(patient, doctor):
    """The room of `patient` and `doctor`, new and empty."""
    return patient.open_room(doctor)


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """The payment provider without money."""
    running = sandbox.Sandbox(tmp_path_factory.mktemp("sandbox")).start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def clinic(tmp_path_factory, shop):
    """A server that is paid through the sandbox."""
    running = live.Server(tmp_path_factory.mktemp("maru"), "--pay-sandbox", shop.url, "--doctors-wait=off").start()
    yield Clinic(running, shop)
    running.kill()
