"""`python -m assay` is the console script `assay`."""

import sys

from ._script import main

sys.exit(main())
