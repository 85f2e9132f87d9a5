# Idiom on stdin (processes and threads): has another interpreter compute.
import sys
n = int(input())
a = list(map(int, input().split()))
import subprocess
out = subprocess.run([sys.executable, '-c', 'print(sum(map(int, input().split())))'],
                     input=' '.join(map(str, a)), capture_output=True, text=True)
print(out.stdout.strip())
