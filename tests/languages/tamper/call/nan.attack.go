// Attack on function_call (lying value): returns no number at all.
func digit_sum(n int) float64 { return math.NaN() }
