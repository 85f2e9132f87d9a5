// Honest twin: works in another goroutine.
func digit_sum(n int) int {
	done := make(chan int)
	go func() {
		s := 0
		for _, c := range strconv.Itoa(n) {
			if c != '-' {
				s += int(c - '0')
			}
		}
		done <- s
	}()
	return <-done
}
