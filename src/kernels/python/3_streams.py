# ---- what a cell prints ----
#
# sys.stdout and sys.stderr write at once into the pipes that are also descriptors 1 and 2, by
# descriptors of their own: what Python, C code and child processes write to one stream stays in
# order, and closing 1 and 2 doesn't silence print. Before Python changes from one stream to the
# other, the supervisor has read all of the first.
import io
import threading


class Voice:
    """What this process says, until it is a child that a cell forked: that has none."""

    def __init__(self, packets):
        self.packets = packets
        self.lock = threading.Lock()
        self.last = None
        self.forked = False
        os.register_at_fork(after_in_child=self.lose)

    def lose(self):
        self.forked = True
        self.lock = threading.Lock()
        try:
            self.packets.connection.close()
            os.close(self.packets.receipts)
        except OSError:
            pass

    def tell(self, message):
        """Returns when the supervisor has told it, and all that was written before it."""
        if self.forked:
            return
        with self.lock:
            self.packets.await_receipt(self.packets.send(message))

    def turn(self, stream):
        if self.last is not stream:
            if self.last is not None:
                self.tell({"t": "turn"})
            self.last = stream


class Stream(io.RawIOBase):
    def __init__(self, fd, number, voice):
        self.fd = fd
        self.number = number
        self.voice = voice
        self.mode = "wb"

    def writable(self):
        return True

    def fileno(self):
        return self.number

    def write(self, data):
        self.voice.turn(self.number)
        view = memoryview(data).cast("B")
        written = 0
        while written < len(view):
            written += os.write(self.fd, view[written:])
        return written

    def close(self):
        pass  # a program that closes sys.stdout means its own end, which isn't the kernel's


def text_stream(raw):
    stream = io.TextIOWrapper(raw, encoding="UTF-8", errors="backslashreplace", write_through=True)
    stream.mode = "w"
    return stream


def restore_descriptors(outputs):
    """0, 1 and 2, where a cell has closed them."""
    for number, source in ((0, None), (1, outputs[0]), (2, outputs[1])):
        try:
            os.fstat(number)
        except OSError:
            null = os.open(os.devnull, os.O_RDONLY) if source is None else source
            if null != number:
                os.dup2(null, number)
                if source is None:
                    os.close(null)
