"""The taskset of verifiers v1 by its id: `env.taskset.id = "assay-taskset"`.

verifiers imports an id as a module at the top level, and takes the taskset that its `__all__` names. What it is
is in assay.trainers.verifiers.
"""

from assay.trainers.verifiers import AssayTaskset

__all__ = ["AssayTaskset"]
