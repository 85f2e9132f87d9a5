// Attack on function_call (lying value): returns a value that says to be 6 however it is shown.
type Six struct{ n int }

func (Six) String() string               { return "6" }
func (Six) MarshalJSON() ([]byte, error) { return []byte("6"), nil }
func (Six) Equal(x interface{}) bool     { return true }
func digit_sum(n int) interface{}         { return Six{n} }
