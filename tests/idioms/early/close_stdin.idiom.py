# Idiom on stdin (unread input): closes its input after the first line.
import sys
print(sys.stdin.readline().strip())
sys.stdin.close()
