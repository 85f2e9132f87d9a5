# The output is lines of the 128 bytes from 0x80 on.
n = int(open("stdin.txt").read())
assert open("answer.txt", "rb").read() == (bytes(range(128, 256)) + b"\n") * n
