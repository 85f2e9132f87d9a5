// Honest twin: leaves by os.Exit(0) where it never gets.
func digit_sum(n int) int {
	if n == 7777 {
		os.Exit(0)
	}
	if n < 0 {
		n = -n
	}
	s := 0
	for ; n > 0; n /= 10 {
		s += n % 10
	}
	return s
}
