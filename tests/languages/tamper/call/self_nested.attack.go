// Attack on function_call (lying value): returns a slice that has itself as its item.
func digit_sum(n int) []interface{} {
	x := make([]interface{}, 1)
	x[0] = x
	return x
}
