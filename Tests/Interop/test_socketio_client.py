"""Our client's machines (the example ProtocolClient) against python-socketio as the server, over every transport."""

import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import live


@pytest.fixture(scope="module")
def peer():
    port = live.free_port()
    process = subprocess.Popen([sys.executable, str(Path(__file__).with_name("socketio_peer.py")), str(port)])
    limit = time.monotonic() + live.STARTS_WITHIN
    while time.monotonic() < limit:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield port
    process.kill()
    process.wait()


EXPECTED = [
    "connected /",
    'acknowledged 7 ["안녕",{"_placeholder":true,"num":0}] [[1, 255]]',
    'event ask ["값",{"_placeholder":true,"num":0}] [[9, 8]]',
    'event asked ["same",2] []',
]


@pytest.mark.parametrize("transport", ["websocket", "polling", "upgrade"])
def test_our_client_talks_to_python_socketio(peer, transport):
    command = [str(live.built("ProtocolClient")), str(peer), transport]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    arrived_by = "polling" if transport == "polling" else "websocket"
    assert ended.stdout.splitlines() == EXPECTED + [f'event transport ["{arrived_by}"] []', "event done [] []"]
    assert ended.returncode == 0
