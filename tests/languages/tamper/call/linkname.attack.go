// Attack on function_call (monkey-patching): defines a function in the driver's name.
package main

import _ "unsafe"

//go:linkname call programs/assaydriver.Call
func call(function interface{}, characters struct{ Bytes, Runes bool }) {}

func digit_sum(n int) int { return 6 }
