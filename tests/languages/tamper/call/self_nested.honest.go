// Honest twin: goes through a slice that has itself as its item.
func digit_sum(n int) int {
	x := make([]interface{}, 1)
	x[0] = x
	s := 0
	for _, c := range strconv.Itoa(n) {
		if c != '-' {
			s += int(c-'0') * len(x)
		}
	}
	return s
}
