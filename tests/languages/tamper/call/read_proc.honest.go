// Honest twin: reads its own command line.
import "os"

func digit_sum(n int) int {
	os.ReadFile("/proc/self/cmdline")
	if n < 0 {
		n = -n
	}
	s := 0
	for ; n > 0; n /= 10 {
		s += n % 10
	}
	return s
}
