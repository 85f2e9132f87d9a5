"""The second implementations together, by kind.

CHECKS: whether an answer to facts is right. READ: the facts that a prompt tells.
"""

import oracle_grids
import oracle_numbers
import oracle_reasoning
import oracle_squares
import oracle_words
import prompts_grids
import prompts_words

CHECKS = {kind: check for room in (oracle_grids, oracle_numbers, oracle_reasoning, oracle_squares, oracle_words)
          for kind, check in sorted(room.CHECKS.items())}
READ = {**prompts_grids.READ, **prompts_words.READ}
assert set(READ) == set(CHECKS)
