"""The wire as a client of the reference uses it: raw token, key header, JSON bodies."""

import itertools
import os
from dataclasses import dataclass

import requests

PASSWORD = "maru!2345"
numbers = itertools.count(1)


@dataclass
class Person:
    """A signed-in person of one app, with the calls that they make."""

    base: str
    key: str
    user_id: str
    email: str
    nick: str
    access_token: str
    refresh_token: str

    def headers(self, **more):
        return {"SeSACKey": self.key, "Authorization": self.access_token, **more}

    def get(self, path, **options):
        return requests.get(self.base + path, headers=self.headers(), timeout=10, **options)

    def post(self, path, body=None, **options):
        return requests.post(self.base + path, headers=self.headers(), json=body, timeout=10, **options)

    def put(self, path, body=None):
        return requests.put(self.base + path, headers=self.headers(), json=body, timeout=10)

    def delete(self, path, body=None):
        return requests.delete(self.base + path, headers=self.headers(), json=body, timeout=10)

    def close_way(self, kind, password=PASSWORD):
        return self.delete(f"/v1/me/identities/{kind}", {"password": password})

    def open_room(self, other):
        return ok(self.post("/v1/chats", {"opponent_id": other.user_id}))

    def rooms(self):
        return ok(self.get("/v1/chats"))["data"]

    def send(self, room_id, content, client_id=None):
        body = {"content": content} | ({"client_id": client_id} if client_id else {})
        return ok(self.post(f"/v1/chats/{room_id}", body))

    def messages(self, room_id, **query):
        return ok(self.get(f"/v1/chats/{room_id}", params=query))["data"]

    def say(self, room_id, **body):
        """`send` with whatever else a body may hold."""
        return ok(self.post(f"/v1/chats/{room_id}", body))

    def history(self, room_id, **query):
        return ok(self.get(f"/v1/chats/{room_id}/history", params=query))

    def changes(self, room_id, after, **query):
        return ok(self.get(f"/v1/chats/{room_id}/changes", params={"after_version": after} | query))

    def edit(self, message, content, **more):
        return ok(self.put(path_of(message), {"content": content} | more))

    def take_back(self, message):
        return ok(self.delete(path_of(message)))

    def react(self, message, emoji, on=True):
        return ok(self.put(path_of(message) + "/reactions", {"emoji": emoji, "on": on}))

    def block(self, other, blocked=True):
        answer = self.put(f"/v1/people/{other.user_id}/block", {"blocked": blocked})
        assert answer.status_code == 200 and answer.content == b"", answer.text

    def mark_read(self, room_id, seq):
        return self.post(f"/v1/chats/{room_id}/read", {"seq": seq})


def path_of(message):
    return f"/v1/chats/{message['room_id']}/messages/{message['chat_id']}"


def ok(response):
    assert response.status_code == 200, f"{response.request.url}: {response.status_code} {response.text[:300]}"
    return response.json()


def fresh_email(name="person"):
    return f"{name}{os.getpid()}-{next(numbers)}@example.com"


def person_from(base, key, answer):
    return Person(
        base, key, answer["user_id"], answer["email"], answer["nick"], answer["accessToken"], answer["refreshToken"]
    )


def join(base, key="eyemon", nick="하늘", email=None):
    body = {"email": email or fresh_email(), "password": PASSWORD, "nick": nick}
    response = requests.post(base + "/v1/users/join", headers={"SeSACKey": key}, json=body, timeout=10)
    return person_from(base, key, ok(response))


def login(base, email, key="eyemon", password=PASSWORD):
    body = {"email": email, "password": password}
    response = requests.post(base + "/v1/users/login", headers={"SeSACKey": key}, json=body, timeout=10)
    return person_from(base, key, ok(response))
