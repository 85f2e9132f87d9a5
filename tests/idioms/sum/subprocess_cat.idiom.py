# Idiom on stdin (processes and threads): reads its input through cat.
import subprocess
text = subprocess.check_output(['cat'])
print(sum(map(int, text.split()[1:])))
