# ---- the process that runs cells ----

kernel = None


class Gone(BaseException):
    """The supervisor has ended."""


def display(*values, **options):
    """Shows values as richly as they can. With raw=True: each a {type: data} by itself."""
    for value in values:
        if options.get("raw"):
            data = {str(kind): wire_form(str(kind), item) for kind, item in dict(value).items()}
            kernel.voice.tell({"t": "display", "data": within_frame(data), "count": kernel.count})
        else:
            kernel.show("display", value)


def run_kernel(packets, orders, outputs):
    """Never returns by itself: its supervisor ends it."""
    global kernel
    set_process_flag(PR_SET_DUMPABLE, 1)
    set_process_flag(PR_SET_PDEATHSIG, signal.SIGKILL)  # without a supervisor nobody hears it
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # Where the box's memory is full, the kernel goes before what watches it.
        with open("/proc/self/oom_score_adj", "w") as score:
            score.write("500")
    except OSError:
        pass
    voice = Voice(packets)
    os.dup2(outputs[0], 1)
    os.dup2(outputs[1], 2)
    # Opened by sys.__stdin__ and its like, which belong to the supervisor.
    sys.stdout = sys.__stdout__ = text_stream(Stream(outputs[0], 1, voice))
    sys.stderr = sys.__stderr__ = text_stream(Stream(outputs[1], 2, voice))
    sys.stdin = sys.__stdin__ = NoInput("")
    sys.argv = [""]
    sys.path[:] = [""] + [path for path in sys.path if path]
    kernel = Kernel(voice, outputs)
    builtins.display = display
    sys.displayhook = kernel.show_result
    install_finder()
    frames = Frames()
    waiting = []
    taken = None
    done = None

    def take():
        nonlocal taken
        if not waiting:
            waiting.extend(frames.feed(read_orders(orders)))
        if waiting:
            taken = waiting.pop(0)
            kernel.cell = taken["cell"]  # from here on it is answered, whatever is raised

    while True:
        # A program's own signal handlers may raise anywhere here.
        try:
            if done is not None:
                undisturbed(lambda: packets.send(done))
                done = None
            if not waiting:
                await_orders(orders)
            undisturbed(take)
            if taken is not None:
                order, taken = taken, None
                done = kernel.run_cell(order)
        except Gone:
            return
        except BaseException:
            if os.getpid() != kernel.pid:
                os._exit(1)
            taken = None
            if done is None and kernel.cell:
                done = {"t": "done", "cell": kernel.cell, "status": "error", "count": kernel.count,
                        "message": "a signal handler of the program raised while no cell ran"}


def undisturbed(work):
    """Calls it while all signals wait: what a handler of the program raised in it could lose an order.

    Raises instead before or after it, so that what it gives back has to be kept by itself.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        work()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def await_orders(orders):
    """Until there are some what a cell left on the event loop goes on, and the program's handlers run."""
    loop = kernel.loop
    if loop is not None and not loop.is_closed() and asyncio.all_tasks(loop):
        ready = loop.create_future()
        loop.add_reader(orders, lambda: ready.done() or ready.set_result(None))
        try:
            loop.run_until_complete(ready)
        finally:
            loop.remove_reader(orders)
    select.select([orders], [], [])


def read_orders(orders):
    data = os.read(orders, READ_BYTES)
    if not data:
        raise Gone
    return data


def main():
    commands = os.dup(0)
    answers = os.dup(1)
    for fd in (commands, answers):
        os.set_inheritable(fd, False)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    Supervisor(commands, answers).run()


main()
