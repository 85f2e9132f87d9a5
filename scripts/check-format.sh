#!/bin/bash
# Checks (default) or fixes (--fix) the formatting of all C++ sources with clang-format 14, the
# version of Debian 12: other versions format differently.
set -euo pipefail
cd "$(dirname "$0")/.."

folders=()
for folder in src tests bench fuzz; do [ ! -d "$folder" ] || folders+=("$folder"); done
mapfile -t files < <(find "${folders[@]}" -name '*.cc' -o -name '*.h' | sort)
case "${1:-}" in
  --fix) clang-format-14 -i "${files[@]}" ;;
  "") clang-format-14 --dry-run -Werror "${files[@]}" && echo "format: ${#files[@]} files are fine" ;;
  *) echo "usage: check-format.sh [--fix]" >&2; exit 2 ;;
esac
