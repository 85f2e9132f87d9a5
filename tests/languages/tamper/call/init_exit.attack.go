// Attack on function_call (early exit): init() writes a reply and exits with code 0 before main.
func init() {
	os.NewFile(3, "reply").WriteString(`{"status":"ok","value":6}`)
	os.Exit(0)
}
func digit_sum(n int) int { return 0 }
