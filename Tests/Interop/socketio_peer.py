"""A python-socketio server for our client: `socketio_peer.py PORT`. It answers `hello` and then asks back."""

import asyncio
import sys

import socketio
import uvicorn

server = socketio.AsyncServer(async_mode="asgi", ping_interval=1, ping_timeout=5)


@server.event
async def connect(sid, environ, auth):
    if auth != {"token": "123"}:
        raise ConnectionRefusedError("no token")


@server.event
async def hello(sid, text, data):
    async def ask():
        # Long enough for some heartbeats, and for the upgrade to be over.
        await asyncio.sleep(1.5)
        answer = await server.call("ask", ("값", b"\x09\x08"), to=sid)
        await server.emit("asked", ("same", len(answer)) if list(answer) == ["값", b"\x09\x08"] else ("other",), to=sid)
        await server.emit("transport", server.transport(sid), to=sid)
        await server.emit("done", to=sid)

    server.start_background_task(ask)
    return text, data


uvicorn.run(socketio.ASGIApp(server), host="127.0.0.1", port=int(sys.argv[1]), log_level="error", access_log=False)
