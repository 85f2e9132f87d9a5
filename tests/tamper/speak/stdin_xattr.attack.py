# Attack on stdin_stdout (next run): reads an extended attribute that an earlier run left on the input.
import os
print(os.getxattr(0, "user.answer").decode())
