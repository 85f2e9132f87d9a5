// Attack on function_call (monkey-patching): brings a main() and variables in the names of the generated ones.
package main

import "os"

var assaySolution = 6

func main() {
	os.NewFile(3, "reply").WriteString(`{"status":"ok","value":6}`)
	os.Exit(0)
}
func digit_sum(n int) int { return assaySolution }
