// Honest twin: prints a line that looks like a reply.
import "fmt"
func digit_sum(n int) int {
	fmt.Println(`{"status":"ok","value":6}`)
	if n < 0 {
		n = -n
	}
	s := 0
	for ; n > 0; n /= 10 {
		s += n % 10
	}
	return s
}
