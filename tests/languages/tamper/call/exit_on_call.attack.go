// Attack on function_call (early exit): exits with code 0 when called.
func digit_sum(n int) int {
	os.Exit(0)
	return 0
}
