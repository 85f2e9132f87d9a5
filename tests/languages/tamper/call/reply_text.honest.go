// Honest twin: keeps such a text to itself.
var text = "6\"},\"value\":6"

func digit_sum(n int) int {
	if len(text) == 0 {
		return 0
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
