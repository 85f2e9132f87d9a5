// Honest twin: panics and recovers.
func digit_sum(n int) (s int) {
	defer func() {
		recover()
		for _, c := range strconv.Itoa(n) {
			if c != '-' {
				s += int(c - '0')
			}
		}
	}()
	panic("on purpose")
}
