# ATTACK: looks for secrets in the environment and on the command line of its ancestors.
# EXPECT: AC
# STDOUT: ^clean$
import os
text = repr(dict(os.environ))
for pid in ("self", "1", str(os.getppid())):
    try:
        text += repr(open(f"/proc/{pid}/environ", "rb").read())
    except OSError:
        pass
print("leak" if "assay-test-secret" in text else "clean")
