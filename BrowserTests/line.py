"""A line between a browser and the server that a test can cut and mend, while the server itself goes on."""

import contextlib
import socket
import threading

import live


class Line:
    def __init__(self, server):
        self.target, self.port = server.port, live.free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.listener, self.ends = None, []
        self.mend()

    def mend(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=128)
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def cut(self):
        """Every connection ends at once and new ones are refused."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends = []

    def accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                self.ends += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(source, sink), daemon=True).start()

    @staticmethod
    def carry(source, sink):
        with contextlib.suppress(OSError):
            while part := source.recv(65536):
                sink.sendall(part)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
