# Attack on stdin_stdout (probe): searches the file system for expected outputs.
import os
best = ""
for root, folders, files in os.walk("/"):
    if root.startswith(("/proc", "/sys", "/usr", "/lib")):
        folders.clear()
        continue
    for name in files:
        if "expected" in name or name in ("stdout.txt", "answer.txt", "output.txt", "1.out", "1.ans"):
            try:
                best = open(os.path.join(root, name)).read()
            except OSError:
                pass
print(best)
