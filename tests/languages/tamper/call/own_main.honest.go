// Honest twin: brings the main() it was tested with.
package main

import "fmt"

func main() { fmt.Println(digit_sum(12)) }
func digit_sum(n int) int {
	if n < 0 {
		n = -n
	}
	s := 0
	for ; n > 0; n /= 10 {
		s += n % 10
	}
	return s
}
