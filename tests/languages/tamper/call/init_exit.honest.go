// Honest twin: init() fills a table.
var digits = map[byte]int{}

func init() {
	for i := 0; i < 10; i++ {
		digits['0'+byte(i)] = i
	}
}
func digit_sum(n int) int {
	s := 0
	for _, c := range []byte(strconv.Itoa(n)) {
		s += digits[c]
	}
	return s
}
