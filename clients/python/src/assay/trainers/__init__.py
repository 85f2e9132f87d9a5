"""Adapters: a line each for the trainers people use. docs/trainers.md has every line, and what becomes of a
sample that has no verdict.

Every adapter is a module that imports its trainer when it is used, and not before: one can be imported, and
tried by hand, where the trainer isn't installed. They all judge by what a data set's label says
(`assay.trainers.labels`), with the client that ASSAY_URL and ASSAY_TOKEN describe.
"""
