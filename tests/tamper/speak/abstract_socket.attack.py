# Attack on stdin_stdout (run beside): asks a program in another box through an abstract socket.
import socket, time
end = time.time() + 2
while time.time() < end:
    try:
        s = socket.socket(socket.AF_UNIX)
        s.connect("\0assay-answer")
        print(s.recv(32).decode())
        break
    except OSError:
        time.sleep(0.01)
