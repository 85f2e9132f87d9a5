#!/bin/bash
# Takes innermost pairs away until nothing changes.
read -r line
while :; do
  shorter=${line//"()"/}
  shorter=${shorter//"[]"/}
  shorter=${shorter//"{}"/}
  [ "$shorter" = "$line" ] && break
  line=$shorter
done
[ -z "$line" ] && echo yes || echo no
