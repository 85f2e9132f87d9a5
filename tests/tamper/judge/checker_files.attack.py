# Attack on special judge (checker): writes the files that the checker reads.
n = int(input())
for name in ("answer.txt", "stdout.txt", "stdin.txt", "/tmp/answer.txt"):
    try:
        open(name, "w").write("1 %d\n" % (n - 1))
    except OSError:
        pass
print(0, 0)
