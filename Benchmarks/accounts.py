#!/usr/bin/env python3
"""What signing in costs everybody else: requests with and without a token on one route, and how late other calls are
while a storm of sign-ins rages. The server is pinned to the first core, the load to the second."""

import http.client
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from compare import PORTS, RELEASE, SECONDS, call, pinned, retried

STORMERS = 48
SAMPLES = 400


def rate(port, path, token):
    words = [str(RELEASE / "LoadGenerator"), "http", "raw", str(port), "64", "1", str(SECONDS)]
    environment = os.environ | {"MARU_BENCH_PATH": path, "MARU_BENCH_KEY": "eyemon", "MARU_BENCH_TOKEN": token}
    run = subprocess.run(
        pinned(1, words), capture_output=True, text=True, timeout=SECONDS + 60, check=False, env=environment
    )
    if run.returncode != 0:
        raise SystemExit(f"{path}: {run.stdout}{run.stderr}")
    return int(run.stdout)


def tokens():
    """Requests/s with a token that is looked at ÷ the same requests where it is not."""
    port = next(PORTS)
    command = pinned(0, [str(RELEASE / "AccountsBench"), "serve", str(port)])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            token = process.stdout.readline().strip()
            rates = {"/open": [], "/closed": []}
            for _ in range(3):
                for path, measured in rates.items():
                    measured.append(rate(port, path, token))
        finally:
            process.kill()
    closed, opened = statistics.median(rates["/closed"]), statistics.median(rates["/open"])
    ratio = closed / max(opened, 1)
    print(f"requests/s of one route, with a token {closed:,}, without {opened:,}")
    print(f"  ratio: {ratio:.2f}{'' if ratio >= 0.8 else '  BELOW 0.8'}")
    return ratio >= 0.8


def latencies(port, token):
    """Milliseconds of calls, one after the other on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"SeSACKey": "eyemon", "Authorization": token}
    times = []
    for _ in range(SAMPLES):
        began = time.perf_counter()
        connection.request("GET", "/v1/chats", headers=headers)
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - began) * 1_000)
        if answer.status != 200:
            raise SystemExit(f"a call got {answer.status}")
        time.sleep(0.002)
    times.sort()
    return times[len(times) // 2], times[int(len(times) * 0.99)]


def storm(port, until, done, name):
    """Sign-ins without a pause, on one connection each, each with another address: no limit of one account ends it."""
    headers = {"SeSACKey": "eyemon", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for turn in itertools.count():
        if until.is_set():
            return
        body = json.dumps({"email": f"{name}-{turn}@example.com", "password": "wrong!2345"})
        connection.request("POST", "/v1/users/login", body, headers)
        answer = connection.getresponse()
        answer.read()
        done.append(answer.status)


def storms():
    """p99 of other calls in a storm of sign-ins ÷ the same when nobody signs in."""
    port = next(PORTS)
    with tempfile.TemporaryDirectory() as folder:
        command = [str(RELEASE / "maru"), "serve", "--listen", f"127.0.0.1:{port}", "--admin", "off", "--log", "none"]
        command += ["--data", folder + "/data", "--loops", "1", "--login-tries", "1000000"]
        process = subprocess.Popen(pinned(0, command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        try:
            base = f"http://127.0.0.1:{port}"
            form = {"email": "b@example.com", "password": "maru!2345", "nick": "손님"}
            token = retried(lambda: call(base, "POST", "/v1/users/join", form))["accessToken"]
            latencies(port, token)
            idle = latencies(port, token)
            until, done = threading.Event(), []
            raging = [threading.Thread(target=storm, args=(port, until, done, name)) for name in range(STORMERS)]
            for thread in raging:
                thread.start()
            time.sleep(1)
            began, count = time.monotonic(), len(done)
            late = latencies(port, token)
            speed = (len(done) - count) / (time.monotonic() - began)
            until.set()
            for thread in raging:
                thread.join()
        finally:
            process.kill()
            process.wait()
    if set(done) - {401, 429}:
        raise SystemExit(f"sign-ins got {set(done)}")
    ratio = late[1] / idle[1]
    print(f"other calls in a storm of {STORMERS} clients that sign in, {speed:.0f} a second:")
    print(f"  idle: median {idle[0]:.2f} ms, p99 {idle[1]:.2f} ms; in the storm: {late[0]:.2f}, {late[1]:.2f}")
    print(f"  ratio of p99: {ratio:.1f}{'' if ratio <= 3 else '  ABOVE 3'}")
    return ratio <= 3


def main():
    subprocess.run([str(RELEASE / "AccountsBench"), "costs"], check=True, timeout=300)
    sys.stdout.flush()
    kept = [tokens(), storms()]
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
