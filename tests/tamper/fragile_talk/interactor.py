# Asks for a number below 100 and trusts that what comes is one.
import sys

secret = int(open(sys.argv[1]).read())
print("number?", flush=True)
for _ in range(8):
    guess = int(sys.stdin.readline())
    print("same" if guess == secret else "higher" if guess < secret else "lower", flush=True)
    if guess == secret:
        sys.exit(42)
sys.exit(43)
