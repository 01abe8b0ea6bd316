"""Every second request names a room, a person or a message that is there: a made-up id comes no further than 404."""

import json
import os
import random

import schemathesis

KNOWN = json.loads(os.environ.get("MARU_KNOWN_IDS", "{}"))
IN_BODIES = {
    "opponent_id": "user_id", "doctor_id": "doctor_id", "estate_id": "estate_id", "reservation_id": "reservation_id",
    "start": "start",
}
choice = random.Random(1)


# The bytes of a resumable upload.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    for name in path_parameters or {}:
        if KNOWN.get(name) and choice.random() < 0.5:
            path_parameters[name] = choice.choice(KNOWN[name])
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict):
        for name, source in IN_BODIES.items():
            if name in body and KNOWN.get(source) and choice.random() < 0.5:
                body[name] = choice.choice(KNOWN[source])
    return body
