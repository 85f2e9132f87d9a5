"""The version of this package and of the binary it belongs to: one release has one number."""

VERSION = "0.1.0"
