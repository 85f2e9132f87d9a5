// Attack on function_call (early exit): panics with a value whose text exits with code 0.
type Leave struct{}

func (Leave) Error() string { os.Exit(0); return "" }
func digit_sum(n int) int   { panic(Leave{}) }
