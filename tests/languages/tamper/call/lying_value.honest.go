// Honest twin: returns a number in an interface.
func digit_sum(n int) interface{} {
	s := 0
	for _, c := range strconv.Itoa(n) {
		if unicode.IsDigit(c) {
			s += int(c - '0')
		}
	}
	return s
}
