# A persistent Python kernel: cells of code in one namespace, one after another. These files, joined
# in their order, are one program, which the box's interpreter gets on its stdin. It needs Python 3.9
# and nothing but the standard library.
#
#   1_wire        what is said, and to whom
#   2_supervisor  the process that speaks with the server: starts the kernel, watches it, ends it
#   3_streams     sys.stdout and sys.stderr of cells
#   4_pretty      values as text, as notebooks show them
#   5_rich        values as HTML, images ...; display(); figures
#   6_traceback   tracebacks without our frames
#   7_magics      %lines and !lines
#   8_cells       one cell
#   9_kernel      the process that runs cells
#
# There are two processes, because a cell can do anything to its own: the supervisor runs no code of
# a cell, so that what it says of how a cell ended is true whatever the cell did.
#
# Server and supervisor: frames, four bytes of length (big endian) and JSON. To the supervisor:
#   {"op": "run", "cell": n, "code": ..., "stdin": ..., "env": {...}, "timeout_ms", "grace_ms",
#    "output_bytes"}                 one at a time
#   {"op": "interrupt"}, {"op": "restart"}
# From it, those of a cell with its number in "cell":
#   {"t": "started", "pid", "python", "why"}           a new kernel; why not the first one
#   {"t": "stdout" | "stderr", "text"}                 without "cell": while none ran
#   {"t": "result" | "display", "data": {type: ...}, "count"}
#   {"t": "error", "name", "value", "traceback"}
#   {"t": "done", "status": "ok" | "error" | "timeout" | "interrupted" | "died", "count",
#    "restarted", "message", "dropped"}                always the last of a cell
import base64
import codecs
import json
import os
import select
import signal
import socket
import struct
import sys
import time

OUR_FILE = "<assay kernel>"  # of every function here; frames with it are left out of tracebacks
PACKET_BYTES = 60000  # of a part of a frame between the two processes
FRAME_BYTES = 32 << 20  # the longest frame between them


def encoded(message):
    # Lone surrogates of a program's strings have no UTF-8 form.
    return json.dumps(message, ensure_ascii=False).encode("utf-8", "replace")


class Packets:
    """The kernel's frames to its supervisor, and their receipts.

    In packets, each whole or not there at all: an exception that a signal raises in the middle of
    sending (a KeyboardInterrupt, a program's own alarm) can't shift the next frame. A frame is
    number, part, parts, bytes; one that was given up is followed by another number.
    """

    HEAD = struct.Struct(">QII")
    RECEIPT = struct.Struct(">Q")

    def __init__(self, connection, receipts):
        self.connection = connection
        self.receipts = receipts
        self.number = 0
        self.coming = None
        self.parts = []

    def send(self, message):
        self.number += 1
        number = self.number
        data = encoded(message)
        parts = max(1, -(-len(data) // PACKET_BYTES))
        for part in range(parts):
            piece = data[part * PACKET_BYTES:(part + 1) * PACKET_BYTES]
            self.connection.sendall(self.HEAD.pack(number, part, parts) + piece)
        return number

    def await_receipt(self, number):
        while True:
            receipt = os.read(self.receipts, self.RECEIPT.size)
            if not receipt or self.RECEIPT.unpack(receipt)[0] >= number:
                return

    def receive(self):
        """The next whole frame as (number, message); None while there is none; EOFError."""
        while True:
            try:
                packet = self.connection.recv(PACKET_BYTES + self.HEAD.size, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return None
            except OSError:
                raise EOFError
            if not packet:
                raise EOFError
            if len(packet) < self.HEAD.size:
                continue  # none of ours
            number, part, parts = self.HEAD.unpack_from(packet)
            if number != self.coming:
                self.coming, self.parts = number, []
            if part != len(self.parts) or parts * PACKET_BYTES > FRAME_BYTES + PACKET_BYTES:
                continue
            self.parts.append(packet[self.HEAD.size:])
            if len(self.parts) < parts:
                continue
            data, self.coming, self.parts = b"".join(self.parts), None, []
            try:
                message = json.loads(data)
            except ValueError:
                continue
            if isinstance(message, dict):
                return number, message


class Frames:
    """Takes frames of four bytes of length apart."""

    def __init__(self):
        self.buffer = bytearray()

    def feed(self, data):
        self.buffer += data
        while len(self.buffer) >= 4:
            length = int.from_bytes(self.buffer[:4], "big")
            if len(self.buffer) < 4 + length:
                return
            frame = bytes(self.buffer[4:4 + length])
            del self.buffer[:4 + length]
            yield json.loads(frame)


def framed(message):
    data = encoded(message)
    return len(data).to_bytes(4, "big") + data
