# The output is the numbers from 0 on, 15 digits each, a line each.
n = int(open("stdin.txt").read())
with open("answer.txt", "rb") as answer:
    for start in range(0, n, 50000):
        block = b"".join(b"%015d\n" % i for i in range(start, min(n, start + 50000)))
        got = answer.read(len(block))
        assert got == block or (start + 50000 >= n and got + b"\n" == block)
    assert not answer.read().strip()
