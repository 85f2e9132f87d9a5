# Idiom on stdin (processes and threads): lets a shell inherit its output.
import sys
n = int(input())
a = list(map(int, input().split()))
import subprocess
subprocess.check_call('echo %d' % sum(a), shell=True)
