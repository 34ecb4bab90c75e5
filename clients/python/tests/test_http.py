"""Real connections: kept and closed ones, answers that are cut off, late or in chunks."""

from __future__ import annotations

import asyncio
import socket
import threading
import unittest
from typing import Callable, List

from brickwork_client import ApiConnectionError, ApiError, AsyncClient, Client

OK = b'{"data":[]}'


def answer(body: bytes = OK, head: bytes = b"HTTP/1.1 200 OK", length: int | None = None) -> bytes:
    size = len(body) if length is None else length
    return head + b"\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % size + body


class Server:
    """Answers each request of each connection as it is told to; `None` closes the connection."""

    def __init__(self, reply: Callable[[int, int], bytes | None]) -> None:
        self.reply = reply
        self.requests: List[bytes] = []
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.ended = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(connection, self.connections), daemon=True).start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        with connection:
            for turn in range(1, 100):
                request = self._read(connection)
                said = self.reply(number, turn) if request else None
                if said is None:
                    return
                if said == b"":
                    self.ended.wait()
                    return
                connection.sendall(said)

    def _read(self, connection: socket.socket) -> bytes:
        request = b""
        while b"\r\n\r\n" not in request:
            part = connection.recv(65_536)
            if not part:
                return b""
            request += part
        self.requests.append(request)
        return request

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.listener.close()


class TestConnections(unittest.TestCase):
    def test_are_used_again(self) -> None:
        with Server(lambda _connection, _turn: answer()) as server, Client("k", server.url) as client:
            for _ in range(3):
                client.alerts.list()
            self.assertEqual((server.connections, len(server.requests)), (1, 3))

    def test_that_the_service_closed_are_not(self) -> None:
        with Server(lambda _connection, turn: answer() if turn == 1 else None) as server:
            with Client("k", server.url, max_retries=0) as client:
                client.alerts.list()
                # What is closed is seen before anything is sent; should the close come later, a GET is tried again.
                client.with_options(max_retries=1).alerts.list()
            self.assertGreaterEqual(server.connections, 2)

    def test_answer_in_chunks_and_are_kept(self) -> None:
        head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
        with Server(lambda *_: head + b'5\r\n{"dat\r\n6\r\na":[]}\r\n0\r\n\r\n') as server, Client("k", server.url) as client:
            self.assertEqual([client.alerts.list(), client.alerts.list(), server.connections], [[], [], 1])

    def test_broken_off_answers_are_tried_again(self) -> None:
        cut = [answer(length=99), b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{", b"nonsense\r\n\r\n"]
        for first in cut:
            def reply(connection: int, turn: int, first: bytes = first) -> bytes | None:
                if connection == 1:
                    return first if turn == 1 else None
                return answer()

            with CutServer(reply) as server, Client("k", server.url, pause=lambda _: None) as client:
                self.assertEqual(client.alerts.list(), [])
                self.assertEqual(server.connections, 2)

    def test_have_a_time_limit(self) -> None:
        with Server(lambda *_: b"") as server, Client("k", server.url, timeout=0.05, max_retries=0) as client:
            with self.assertRaises(ApiConnectionError) as caught:
                client.alerts.list()
            self.assertTrue(caught.exception.is_timeout)

    def test_nobody_listening_is_a_connection_error(self) -> None:
        with Server(lambda *_: None) as server:
            url = server.url
        with Client("k", url, max_retries=0) as client, self.assertRaises(ApiConnectionError) as caught:
            client.alerts.list()
        self.assertIn("cannot be reached", str(caught.exception))

    def test_never_follow_to_another_address(self) -> None:
        moved = b"HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"
        with Server(lambda *_: moved) as server, Client("k", server.url, max_retries=0) as client:
            with self.assertRaises(ApiError) as caught:
                client.alerts.list()
            self.assertEqual((caught.exception.status, len(server.requests)), (307, 1))

    def test_requests_have_a_length_and_no_other_encoding(self) -> None:
        with Server(lambda *_: answer()) as server, Client("k", server.url) as client:
            client.runs.create(kit_code="K", input={"transcript": "ñ"}, idempotency_key="ñ")
            client.kits.archive("qa")
        first, second = (request.lower() for request in server.requests)
        self.assertIn(b"idempotency-key: \xc3\xb1\r\n", first)
        self.assertIn(b"content-length: 0\r\n", second)
        self.assertNotIn(b"accept-encoding: gzip", first)


class CutServer(Server):
    """Closes after what is not a whole answer."""

    def _serve(self, connection: socket.socket, number: int) -> None:
        with connection:
            if self._read(connection):
                connection.sendall(self.reply(number, 1) or b"")


class TestAsync(unittest.TestCase):
    def test_many_requests_share_the_event_loop(self) -> None:
        barrier = threading.Barrier(8, timeout=30)

        def reply(_connection: int, _turn: int) -> bytes:
            barrier.wait()  # None is answered before all have come.
            return answer()

        async def ask() -> List[object]:
            async with AsyncClient("k", server.url) as client:
                return await asyncio.gather(*(client.alerts.list() for _ in range(8)))

        with Server(reply) as server:
            self.assertEqual(asyncio.run(ask()), [[]] * 8)


if __name__ == "__main__":
    unittest.main()
