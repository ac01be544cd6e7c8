"""Notices reach a mail server and a webhook, which are real servers of this test."""

import json
import os
import socketserver
import sys
import threading
import time
import traceback
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from labharness.app.benches.watching import FILE, Messenger, Notices, ended_standing, notice_of, worth_telling
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, WorkspaceError
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome, Qualifier
from labharness.nights.items import Closing, Item
from tests.support.window.specimen import Specimen

# One of the library's services imports what Python 3.13 no longer has.
pytestmark = pytest.mark.filterwarnings("ignore:'imghdr':DeprecationWarning")

CLOCK = Nights.CLOCK_UNSYNCHRONIZED()
ITEM = Item(id="n", bench="1", device="d", order={"plan": "p"}, closing=Closing.NOT_RUN, reason=CLOCK)
MAILBOX = "mailto://127.0.0.1:{}?from=bench@example.org&to=lab@example.org&mode=insecure"


class Mail(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as a client needs."""

    def handle(self):
        self.wfile.write(b"220 test\r\n")
        while line := self.rfile.readline():
            word = line.split()[0].upper() if line.split() else b""
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = []
                while (text := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(text)
                self.server.received.append(b"".join(lines).decode())
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
            if word == b"QUIT":
                return


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(json.loads(content))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def serving(server):
    server.received = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def addresses(space, *urls, mode=0o600):
    path = space.path / FILE
    path.write_text("# where notices go\n" + "\n".join(urls), encoding="utf-8")
    path.chmod(mode)


def test_a_mail_and_a_webhook_receive_what_did_not_pass(space):
    with (
        serving(socketserver.TCPServer(("127.0.0.1", 0), Mail)) as mail,
        serving(HTTPServer(("127.0.0.1", 0), Hook)) as hook,
    ):
        port, web = mail.server_address[1], hook.server_address[1]
        addresses(space, MAILBOX.format(port), f"json://127.0.0.1:{web}/hook")
        assert Notices.of(space).send(*notice_of(ITEM, None))
        (letter,), (posted,) = mail.received, hook.received
    assert "Subject: 1: n not run" in letter
    assert "Content-Type: text/plain" in letter
    assert {"Bench: 1", "Run: n", "Plan: p"} <= {*letter.splitlines()}, "a line each"
    assert "clock of this computer is not synchronized" in posted["message"]


def test_what_a_plan_is_called_adds_no_line_and_no_markup():
    _, body = notice_of(replace(ITEM, order={"plan": "p\r\nEnding of the item: ran, PASS\u2028<b>"}), None)
    (ending,) = [line for line in body.splitlines() if line.startswith("Ending")]
    assert ending == "Ending of the item: not run"
    with serving(socketserver.TCPServer(("127.0.0.1", 0), Mail)) as mail:
        assert Notices((MAILBOX.format(mail.server_address[1]),)).send("t", body)
        (letter,) = mail.received
    assert "text/html" not in letter, "no program shows a name as a page"


class Dripping(socketserver.StreamRequestHandler):
    """A server that never comes to the end of its answer; every byte is in time."""

    def handle(self):
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
            while not self.server.over.wait(0.1):
                self.wfile.write(b"x")


def test_a_server_that_never_ends_its_answer_holds_up_neither_the_worker_nor_other_addresses():
    with (
        serving(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Dripping)) as dripping,
        serving(HTTPServer(("127.0.0.1", 0), Hook)) as hook,
    ):
        dripping.daemon_threads, dripping.over = True, threading.Event()
        urls = [f"json://127.0.0.1:{server.server_address[1]}/hook" for server in (dripping, hook)]
        messenger = Messenger(Notices(tuple(urls)), patience_s=1.0)
        began = time.monotonic()
        for number in range(3):
            messenger.tell(f"t{number}", "b")
        assert time.monotonic() - began < 0.5
        messenger.finish()
        took = time.monotonic() - began
        dripping.over.set()
    assert [each["title"] for each in hook.received] == ["t0", "t1", "t2"]
    assert 0.9 < took < 5


def test_a_server_that_is_gone_disturbs_nothing(space):
    addresses(space, "json://127.0.0.1:9/hook")
    assert not Notices.of(space).send("x", "y")
    assert Notices.of(Workspace.init(space.path.parent / "other")).send("x", "y")


def test_addresses_are_a_secret(space, capfd, caplog, refusal):
    secret = "json://user:hunter2@127.0.0.1:9/hook"
    addresses(space, secret, mode=0o644)
    assert refusal(Notices.of, space).is_a(Nights.NOTICES_OPEN)
    addresses(space, secret, "no address with hunter2")
    with pytest.raises(InputError) as wrong:
        Notices.of(space)
    addresses(space, secret)
    assert not Notices.of(space).send("x", "y")
    text = capfd.readouterr()
    assert "hunter2" not in f"{wrong.value}{text.out}{text.err}{caplog.text}"
    assert wrong.value.reasons[0] == Nights.NOTICE_ADDRESS(file=str(space.path / FILE), line=2)


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")
@pytest.mark.parametrize("kind", ["bytes", "link", "dangling", "pipe", "folder"])
def test_a_file_of_addresses_is_text_in_a_file_of_its_own(space, kind, tmp_path):
    path, other = space.path / FILE, tmp_path / "other"
    if kind == "bytes":
        path.write_bytes(b"json://hunter2\xff@127.0.0.1/\n")
        path.chmod(0o600)
    elif kind in ("link", "dangling"):
        if kind == "link":
            other.write_text("json://127.0.0.1:9/hook", encoding="utf-8")
            other.chmod(0o600)
        path.symlink_to(other)
    elif kind == "pipe":
        os.mkfifo(path, 0o600)
    else:
        path.mkdir()
    with pytest.raises(WorkspaceError) as refused:
        Notices.of(space)
    assert "hunter2" not in "".join(traceback.format_exception(refused.value))


def test_what_people_should_know_before_the_morning():
    cases = {
        (Closing.RAN, Outcome.PASS): False,
        (Closing.RAN, Outcome.FAIL): True,
        (Closing.RAN, Outcome.INCONCLUSIVE): True,
        (Closing.NOT_RUN, None): True,
        (Closing.LEFT_OPEN, None): True,
    }
    items = {case: replace(ITEM, closing=case[0], found=case[1]) for case in cases}
    assert {case: worth_telling(item) for case, item in items.items()} == cases


def test_a_notice_has_the_qualifiers_of_the_record_whatever_the_address_of_the_device(space):
    order = {"plan": "p", "device": "tcp://192.0.2.7:7711"}
    item = replace(ITEM, order=order, closing=Closing.RAN, found=Outcome.FAIL, reason=None)
    title, _ = notice_of(item, ended_standing(space, item))
    assert title == "1: n ran, FAIL, device not stated"
    Specimen(space.path / "runs" / "n", "pai-gow-poker-645a-starting-position").end(Outcome.FAIL)
    standing = ended_standing(space, item)
    assert Qualifier.SIMULATED in standing.qualifiers
    assert Qualifier.ORIGIN_UNKNOWN not in standing.qualifiers
    for text in notice_of(item, standing):
        assert "FAIL, simulated" in text
    assert ended_standing(space, replace(item, found=Outcome.PASS)).qualifiers == (Qualifier.ORIGIN_UNKNOWN,)
