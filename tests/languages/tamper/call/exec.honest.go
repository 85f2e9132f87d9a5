// Honest twin: asks for its process number.
import "syscall"

func digit_sum(n int) int {
	_ = syscall.Getpid()
	if n < 0 {
		n = -n
	}
	s := 0
	for ; n > 0; n /= 10 {
		s += n % 10
	}
	return s
}
