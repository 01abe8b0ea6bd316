"""python-socketio on uvicorn as a peer: python_socketio.py echo|broadcast PORT"""

import json
import sys

import socketio
import uvicorn

MODE, PORT = sys.argv[1], int(sys.argv[2])
BODY = json.dumps({"text": "m" * 89}, separators=(",", ":")).encode()

server = socketio.AsyncServer(async_mode="asgi", cors_allowed_origins=[])


@server.on("m")
async def message(sid, text):
    await server.emit("m", text, to=sid if MODE == "echo" else None)


async def json_answer(scope, receive, send):
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(BODY)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": BODY})


app = socketio.ASGIApp(server, json_answer)
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="error", access_log=False, backlog=4096, lifespan="off")
