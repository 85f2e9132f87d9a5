# Attack on special judge (breaking the judge): prints bytes that are no text.
import sys
sys.stdout.buffer.write(b"\xff\xfe\x00")
