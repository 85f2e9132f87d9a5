# ATTACK: as many files as the file system takes, in deep folders, to slow down whoever cleans up.
# EXPECT: TLE|MLE|RE|AC
import os
try:
    for depth in range(2000):
        os.mkdir("d")
        os.chdir("d")
        os.chmod(".", 0o700)
    for number in range(10**6):
        open(str(number), "w").close()
except OSError as error:
    print("refused:", error.errno)
