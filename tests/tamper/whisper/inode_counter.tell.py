# Teller: knows the answer and leaves it.
import os
for i in range(300):
    name = "/tmp/f%d" % i
    open(name, "w").close()
    if os.stat(name).st_ino % 100 == 37:
        break
