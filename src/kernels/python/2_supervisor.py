# ---- the supervisor ----

QUEUED_BYTES = 4 << 20  # that wait for the server; while there are more, the kernel's output waits
READ_BYTES = 1 << 16
COALESCE_SECONDS = 0.003  # that output waits for more, unless the cell goes on to something else
PIPE_BYTES = 1 << 18
F_SETPIPE_SZ = 1031
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
EXIT_SECONDS = 0.5  # for a process to become a corpse after its descriptors are closed
OUTPUTS = ("stdout", "stderr")


def set_process_flag(option, value):
    """prctl; where there is none, the kernel is merely less protected from itself."""
    try:
        import ctypes
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
    except Exception:
        pass


def children_of(pid):
    found = []
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, task)) as children:
                found += [int(child) for child in children.read().split()]
    except OSError:
        pass
    return found


def how_it_ended(status):
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = "signal %d" % number
        return "was killed by " + name
    return "exited with code %d" % os.WEXITSTATUS(status)


class Output:
    """One of the kernel's two output pipes."""

    def __init__(self, name, fd):
        self.name = name
        self.fd = fd
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")


class Cell:
    def __init__(self, command):
        now = time.monotonic()
        self.number = command["cell"]
        self.timeout = command.get("timeout_ms", 0) / 1000
        self.grace = command.get("grace_ms", 2000) / 1000
        self.bytes_left = command.get("output_bytes", 10 << 20)
        self.dropped = 0
        self.deadline = now + self.timeout if self.timeout else None
        self.ended_for = None  # "timeout" or "interrupted", once it was told to stop
        self.kill_at = None


class Supervisor:
    def __init__(self, commands, answers):
        self.commands = commands
        self.answers = answers
        self.frames = Frames()
        self.queue = bytearray()
        self.cell = None
        self.held_until = None  # output waits to be read
        self.child = 0
        self.idle_bytes = READ_BYTES  # of what is written while no cell runs

    # ---- to the server ----

    def tell(self, message):
        self.queue += framed(message)

    def tell_of_cell(self, message):
        if self.cell is not None:
            self.tell(dict(message, cell=self.cell.number))

    def flush(self):
        while self.queue:
            try:
                written = os.write(self.answers, self.queue[:READ_BYTES])
            except BlockingIOError:
                return
            del self.queue[:written]

    def output(self, output, data, last=False):
        text = output.decoder.decode(data, last)
        if not text:
            return
        if self.cell is None:
            text = text[:self.idle_bytes]
            self.idle_bytes -= len(text)
            if text:
                self.tell({"t": output.name, "text": text})
            return
        room = self.cell.bytes_left
        raw = text.encode("utf-8")
        if len(raw) > room:
            text = raw[:max(0, room)].decode("utf-8", "ignore")
            self.cell.dropped += len(raw) - len(text.encode("utf-8"))
            self.cell.bytes_left = 0
        else:
            self.cell.bytes_left -= len(raw)
        if text:
            self.tell_of_cell({"t": output.name, "text": text})

    # ---- the kernel process ----

    def start(self, why):
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        orders_read, orders = os.pipe()
        receipts_read, receipts = os.pipe()
        pipes = [os.pipe(), os.pipe()]
        pid = os.fork()
        if pid == 0:
            status = 70
            try:
                os.setpgid(0, 0)
                ours.close()
                for fd in (orders, receipts, pipes[0][0], pipes[1][0], self.commands, self.answers,
                           *self.wakeup):
                    os.close(fd)
                run_kernel(Packets(theirs, receipts_read), orders_read,
                           (pipes[0][1], pipes[1][1]))
                status = 0
            except BaseException:
                import traceback
                os.write(2, traceback.format_exc().encode())
            finally:
                os._exit(status)
        try:
            os.setpgid(pid, pid)
        except OSError:
            pass
        theirs.close()
        for fd in (orders_read, receipts_read, pipes[0][1], pipes[1][1]):
            os.close(fd)
        self.child = pid
        self.packets = Packets(ours, None)
        self.orders = orders
        self.receipts = receipts
        self.outputs = [Output(name, pipe[0]) for name, pipe in zip(OUTPUTS, pipes)]
        for output in self.outputs:
            os.set_blocking(output.fd, False)
            try:
                import fcntl
                fcntl.fcntl(output.fd, F_SETPIPE_SZ, PIPE_BYTES)
            except OSError:
                pass  # the user's share of pipes is used up
        os.set_blocking(orders, False)
        self.order = bytearray()
        self.tell({"t": "started", "pid": pid, "python": sys.version.split()[0], "why": why})

    def drain(self):
        """What the pipes hold now, and no more: others may go on writing."""
        for output in self.outputs:
            left = PIPE_BYTES
            while left > 0:
                try:
                    data = os.read(output.fd, min(left, READ_BYTES))
                except OSError:
                    break
                if not data:
                    break
                left -= len(data)
                self.output(output, data)

    def receive(self):
        """The kernel's frames; False when it has gone."""
        while True:
            try:
                received = self.packets.receive()
            except EOFError:
                return False
            if received is None:
                return True
            number, message = received
            # All that was written before it.
            self.drain()
            if message.get("t") == "done":
                if self.cell is not None and message.get("cell") == self.cell.number:
                    self.done(message)
                continue
            if message.get("t") in ("result", "display", "error") and self.cell is not None:
                size = 0 if message["t"] == "error" else len(encoded(message))
                if size <= self.cell.bytes_left:
                    self.cell.bytes_left -= size
                    self.tell_of_cell(message)
                else:
                    self.cell.dropped += size
            try:
                os.write(self.receipts, Packets.RECEIPT.pack(number))
            except OSError:
                return False

    def done(self, message):
        for output in self.outputs:
            self.output(output, b"", True)
        status = self.cell.ended_for or message.get("status")
        self.tell_of_cell({"t": "done", "status": status, "count": message.get("count", 0),
                           "restarted": False,
                           "message": self.why_stopped() or message.get("message", ""),
                           "dropped": self.cell.dropped})
        self.cell = None
        self.idle_bytes = READ_BYTES

    def why_stopped(self):
        if self.cell is None or self.cell.ended_for is None:
            return ""
        if self.cell.ended_for == "timeout":
            return "interrupted after its time limit of %g s" % self.cell.timeout
        return "interrupted"

    def gone(self, why):
        """The kernel has ended: says so, and starts the next one."""
        try:
            os.killpg(self.child, signal.SIGKILL)
        except OSError:
            pass
        for _ in range(100):  # whatever it left running, and what that left
            left = children_of(os.getpid())
            if not left:
                break
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            self.reap()
            time.sleep(0.002)
        self.drain()
        for output in self.outputs:
            self.output(output, b"", True)
            os.close(output.fd)
        self.packets.connection.close()
        os.close(self.orders)
        os.close(self.receipts)
        if self.cell is not None:
            status = self.cell.ended_for or "died"
            if self.cell.ended_for:
                why = "%s, and killed when it didn't stop" % self.why_stopped()
            self.tell_of_cell({"t": "done", "status": status, "count": 0, "restarted": True,
                               "message": why, "dropped": self.cell.dropped})
            self.cell = None
        self.idle_bytes = READ_BYTES
        self.start(why)

    def reap(self):
        """How the kernel ended, once it has; corpses of what it left are buried on the way."""
        ended = None
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return ended
            if pid == 0:
                return ended
            if pid == self.child:
                ended = "the kernel " + how_it_ended(status)

    def bury(self, why=None):
        """The kernel is gone, or must go."""
        if why is None:
            # It closed its channel, as an ending process does; how, is known in a moment.
            until = time.monotonic() + EXIT_SECONDS
            while why is None and time.monotonic() < until:
                why = self.reap()
                if why is None:
                    time.sleep(0.001)
        if why is None:
            why = "the kernel closed the descriptors through which it is heard"
        self.gone(why)

    # ---- from the server ----

    def command(self, command):
        if command["op"] == "run":
            self.cell = Cell(command)
            self.idle_bytes = READ_BYTES
            self.order += framed({key: command.get(key)
                                  for key in ("cell", "code", "stdin", "env")})
            self.send_order()
        elif command["op"] == "interrupt":
            if self.cell is not None and self.cell.ended_for is None:
                self.stop("interrupted")
        elif command["op"] == "restart":
            if self.cell is not None:
                self.cell.ended_for = self.cell.ended_for or "interrupted"
            self.gone("the kernel was restarted")

    def send_order(self):
        try:
            while self.order:
                written = os.write(self.orders, self.order[:READ_BYTES])
                del self.order[:written]
        except BlockingIOError:
            pass
        except OSError:
            self.order.clear()  # it has ended, which its channel says

    def stop(self, why):
        self.cell.ended_for = why
        self.cell.kill_at = time.monotonic() + self.cell.grace
        try:
            os.killpg(self.child, signal.SIGINT)
        except OSError:
            pass

    def look_at_clock(self):
        """Seconds until it has to be looked at again."""
        if self.cell is None:
            return None
        now = time.monotonic()
        if self.cell.kill_at is not None:
            if now >= self.cell.kill_at:
                self.gone("the kernel was killed")
                return None
            return self.cell.kill_at - now
        if self.cell.deadline is None:
            return None
        if now >= self.cell.deadline:
            self.stop("timeout")
            return self.cell.grace
        return self.cell.deadline - now

    def run(self):
        self.wakeup = os.pipe()
        for fd in self.wakeup:
            os.set_blocking(fd, False)
        signal.set_wakeup_fd(self.wakeup[1], warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.set_blocking(self.answers, False)
        set_process_flag(PR_SET_CHILD_SUBREAPER, 1)
        set_process_flag(PR_SET_DUMPABLE, 0)
        self.start("")
        while True:
            self.flush()
            wait = self.look_at_clock()
            now = time.monotonic()
            poll = select.poll()
            poll.register(self.commands, select.POLLIN)
            poll.register(self.wakeup[0], select.POLLIN)
            if self.queue:
                poll.register(self.answers, select.POLLOUT)
            if self.order:
                poll.register(self.orders, select.POLLOUT)
            if len(self.queue) < QUEUED_BYTES:
                poll.register(self.packets.connection.fileno(), select.POLLIN)
                if self.held_until is None:
                    for output in self.outputs:
                        poll.register(output.fd, select.POLLIN)
                elif now >= self.held_until:
                    self.drain()
                    self.held_until = None
                    continue
                else:
                    held = self.held_until - now
                    wait = held if wait is None else min(wait, held)
            ready = {fd for fd, _ in poll.poll(None if wait is None else int(wait * 1000) + 1)}
            if self.commands in ready and not self.hear():
                self.gone("the server has left")
                os.killpg(self.child, signal.SIGKILL)
                return
            self.work(ready)

    def hear(self):
        data = os.read(self.commands, READ_BYTES)
        for command in self.frames.feed(data):
            self.command(command)
        return bool(data)

    def work(self, ready):
        if self.wakeup[0] in ready:
            os.read(self.wakeup[0], READ_BYTES)
            ended = self.reap()
            if ended is not None:
                self.receive()  # what it said before
                self.bury(ended)
                return
        if self.order:
            self.send_order()
        if self.packets.connection.fileno() in ready and not self.receive():
            self.bury()
            return
        if any(output.fd in ready for output in self.outputs):
            self.held_until = time.monotonic() + COALESCE_SECONDS
