// Package assaydriver calls a candidate's Go function for one test and answers with one JSON object
// on descriptor 3. Arguments come from stdin, their types from the function's own: one compilation
// serves all tests. A package of its own, so that no name of the candidate's meets one of ours; the
// generated main() names the function. The protocol is in docs/internals/drivers.md.
package assaydriver

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"syscall"
)

const (
	replyDescriptor = 3
	maxMessageBytes = 2000
)

// Characters says which integers are characters to the function: reflection can't tell byte from
// uint8, nor rune from int32.
type Characters struct {
	Bytes bool
	Runes bool
}

// The whole of stdin, read before anything of the candidate's package is initialized.
var input = readStdin()

func readStdin() string {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	// The candidate finds stdin empty.
	null, err := syscall.Open("/dev/null", syscall.O_RDONLY, 0)
	if err != nil || syscall.Dup3(null, 0, 0) != nil {
		os.Exit(1)
	}
	return string(text)
}

// Call never returns: the process ends with the answer, and what else the candidate's goroutines
// would do is no part of it.
func Call(function interface{}, characters Characters) {
	target := reflect.ValueOf(function)
	arguments, problem := readArguments(input, target.Type(), characters)
	input = ""
	if problem != "" {
		fail("bad_arguments", "badArguments", problem)
	}
	results := invoke(target, arguments)
	reply(answer(target.Type(), arguments, results, characters), 0)
}

func invoke(target reflect.Value, arguments []reflect.Value) (results []reflect.Value) {
	finished := false
	defer func() {
		// Without a value, too: panic(nil) and runtime.Goexit().
		if thrown := recover(); !finished {
			fmt.Fprintf(os.Stderr, "panic: %s\n\n%s", describe(thrown), debug.Stack())
			fail("exception", fmt.Sprintf("%T", thrown), describe(thrown))
		}
	}()
	if target.Type().IsVariadic() {
		results = target.CallSlice(arguments)
	} else {
		results = target.Call(arguments)
	}
	finished = true
	return results
}

// What fmt makes of a panic's value; it survives methods of the candidate's that panic in turn.
func describe(thrown interface{}) string {
	return fmt.Sprint(thrown)
}

var errorType = reflect.TypeOf((*error)(nil)).Elem()

func answer(function reflect.Type, arguments, results []reflect.Value, characters Characters) string {
	if last := len(results) - 1; last >= 0 && function.Out(last) == errorType {
		if err, failed := results[last].Interface().(error); failed {
			fmt.Fprintf(os.Stderr, "error: %s\n", describe(err))
			fail("exception", fmt.Sprintf("%T", err), describe(err))
		}
		results = results[:last]
	}
	value := writer{characters: characters}
	switch len(results) {
	case 0:
		value.text("null")
	case 1:
		value.value(results[0], 0)
	default:
		value.list(len(results), func(i int) { value.value(results[i], 1) })
	}
	out := writer{characters: characters}
	out.text(`{"status":"ok","value":`)
	out.text(value.String())
	if value.String() == "null" && len(arguments) > 0 && canChange(arguments[0].Type()) {
		out.text(`,"args":`)
		out.list(len(arguments), func(i int) { out.value(arguments[i], 1) })
	}
	out.text("}")
	return out.String()
}

// Whether a caller sees what a function does to a parameter of this type.
func canChange(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Ptr, reflect.Interface:
		return true
	}
	return false
}

func fail(kind, typeName, message string) {
	if len(message) > maxMessageBytes {
		message = message[:maxMessageBytes]
	}
	if kind != "exception" {
		fmt.Fprintf(os.Stderr, "%s: %s\n", typeName, message)
	}
	out := writer{}
	out.text(`{"status":"error","kind":"`)
	out.text(kind)
	out.text(`","type":`)
	out.quoted(typeName)
	out.text(`,"message":`)
	out.quoted(message)
	out.text("}")
	reply(out.String(), 1)
}

func reply(text string, exitCode int) {
	bytes := []byte(text)
	for len(bytes) > 0 {
		n, err := syscall.Write(replyDescriptor, bytes)
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			os.Exit(1)
		}
		bytes = bytes[n:]
	}
	os.Exit(exitCode)
}
