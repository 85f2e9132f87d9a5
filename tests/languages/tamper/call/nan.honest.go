// Honest twin: returns whole numbers as float64.
func digit_sum(n int) float64 {
	s := 0.0
	for _, c := range strconv.Itoa(n) {
		if c != '-' {
			s += float64(c - '0')
		}
	}
	return s
}
