package assaydriver

import (
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// As deep as values are compared, and some more: a value within itself ends here.
const maxDepth = 600

// JSON from Go values.
type writer struct {
	strings.Builder
	characters Characters
}

func (out *writer) text(s string) { out.WriteString(s) }

func (out *writer) list(count int, each func(i int)) {
	out.text("[")
	for i := 0; i < count; i++ {
		if i > 0 {
			out.text(",")
		}
		each(i)
	}
	out.text("]")
}

func (out *writer) unknown(t reflect.Type) {
	out.text(`{"$repr":`)
	out.quoted(t.String())
	out.text("}")
}

func (out *writer) value(v reflect.Value, depth int) {
	if !v.IsValid() {
		out.text("null")
		return
	}
	if depth > maxDepth {
		out.unknown(v.Type())
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		out.text(strconv.FormatBool(v.Bool()))
	case reflect.Int32:
		if out.characters.Runes {
			out.quoted(string(rune(v.Int())))
		} else {
			out.text(strconv.FormatInt(v.Int(), 10))
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int64:
		out.text(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint8:
		if out.characters.Bytes {
			out.quoted(string([]byte{byte(v.Uint())}))
		} else {
			out.text(strconv.FormatUint(v.Uint(), 10))
		}
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		out.text(strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32:
		out.float(v.Float(), 32)
	case reflect.Float64:
		out.float(v.Float(), 64)
	case reflect.String:
		out.quoted(v.String())
	case reflect.Slice, reflect.Array: // nil is an empty one to Go
		out.list(v.Len(), func(i int) { out.value(v.Index(i), depth+1) })
	case reflect.Map:
		out.mapping(v, depth)
	case reflect.Ptr:
		out.pointer(v, depth)
	case reflect.Interface:
		out.value(v.Elem(), depth)
	default:
		out.unknown(v.Type())
	}
}

func (out *writer) pointer(v reflect.Value, depth int) {
	switch {
	case isList(v.Type()):
		out.nodeList(v)
	case isTree(v.Type()):
		out.tree(v)
	case v.IsNil():
		out.text("null")
	case v.Type() == bigInteger:
		out.text(v.Interface().(*big.Int).String())
	default:
		out.value(v.Elem(), depth+1)
	}
}

var bigInteger = reflect.TypeOf((*big.Int)(nil))

func (out *writer) mapping(v reflect.Value, depth int) {
	keys := v.MapKeys()
	if isSet(v.Type()) {
		out.text(`{"$set":`)
		out.list(len(keys), func(i int) { out.value(keys[i], depth+1) })
		out.text("}")
		return
	}
	plain := v.Type().Key().Kind() == reflect.String
	for _, key := range keys {
		plain = plain && !strings.HasPrefix(key.String(), "$")
	}
	if !plain {
		out.text(`{"$dict":`)
		out.list(len(keys), func(i int) {
			pair := []reflect.Value{keys[i], v.MapIndex(keys[i])}
			out.list(2, func(k int) { out.value(pair[k], depth+1) })
		})
		out.text("}")
		return
	}
	out.text("{")
	for i, key := range keys {
		if i > 0 {
			out.text(",")
		}
		out.quoted(key.String())
		out.text(":")
		out.value(v.MapIndex(key), depth+1)
	}
	out.text("}")
}

// map[T]struct{} is how Go writes a set.
func isSet(t reflect.Type) bool {
	return t.Elem().Kind() == reflect.Struct && t.Elem().NumField() == 0
}

func (out *writer) float(x float64, bits int) {
	switch {
	case math.IsNaN(x):
		out.text(`{"$float":"nan"}`)
	case math.IsInf(x, 1):
		out.text(`{"$float":"inf"}`)
	case math.IsInf(x, -1):
		out.text(`{"$float":"-inf"}`)
	default:
		digits := strconv.FormatFloat(x, 'g', -1, bits)
		out.text(digits)
		if !strings.ContainsAny(digits, ".e") {
			out.text(".0")
		}
	}
}

// A byte that is not UTF-8 as an escape (U+DC80 and up, as Python's surrogateescape has it), a
// surrogate as its own, so that the reply is always valid JSON.
func (out *writer) quoted(s string) {
	out.text(`"`)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1 && surrogateAt(s[i:]) != 0:
			fmt.Fprintf(out, `\u%04x`, surrogateAt(s[i:]))
			size = 3
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(out, `\u%04x`, 0xdc00+int(s[i]))
		case r == '"' || r == '\\':
			out.text(`\`)
			out.text(s[i : i+1])
		case r < 0x20:
			fmt.Fprintf(out, `\u%04x`, r)
		default:
			out.text(s[i : i+size])
		}
		i += size
	}
	out.text(`"`)
}

// The surrogate that three bytes in UTF-8's manner spell, or 0.
func surrogateAt(s string) int {
	if len(s) < 3 || s[0] != 0xed || s[1] < 0xa0 || s[1] > 0xbf || s[2] < 0x80 || s[2] > 0xbf {
		return 0
	}
	return 0xd000 | int(s[1]&0x3f)<<6 | int(s[2]&0x3f)
}
