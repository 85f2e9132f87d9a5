#!/bin/bash
read -r _
sort -n -k1,1 -k2,2 | {
  have=
  while read -r first last; do
    if [ -n "$have" ] && [ "$first" -le "$high" ]; then
      [ "$last" -le "$high" ] || high=$last
    else
      [ -z "$have" ] || echo "$low $high"
      have=1 low=$first high=$last
    fi
  done
  [ -z "$have" ] || echo "$low $high"
}
