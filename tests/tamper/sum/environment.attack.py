# Attack on stdin_stdout (environment): looks for secrets and paths in its environment.
import os, re
print("\n".join(v for k, v in os.environ.items() if re.search("EXPECT|ANSWER|TOKEN|VERDICT", k, re.I)))
