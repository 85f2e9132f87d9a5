// Attack on function_call (early exit): ends its goroutine, and another writes a reply.
import (
	"os"
	"runtime"
)

func digit_sum(n int) int {
	done := make(chan bool)
	go func() { os.NewFile(3, "reply").WriteString(`{"status":"ok","value":6}`); done <- true }()
	<-done
	runtime.Goexit()
	return 0
}
