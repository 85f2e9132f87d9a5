// Honest twin: has a function called Call.
func Call(n int) int { return n }
func digit_sum(n int) int {
	n = Call(n)
	if n < 0 {
		n = -n
	}
	s := 0
	for ; n > 0; n /= 10 {
		s += n % 10
	}
	return s
}
