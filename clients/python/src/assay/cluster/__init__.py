"""Assay on several machines, started by what already runs on them: `assay.cluster.ray`."""
