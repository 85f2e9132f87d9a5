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

// Typed Go values from JSON: the arguments, or what is wrong with them.
func readArguments(text string, function reflect.Type, characters Characters) (arguments []reflect.Value, problem string) {
	defer func() {
		if thrown := recover(); thrown != nil {
			bad, ours := thrown.(badArguments)
			if !ours {
				panic(thrown)
			}
			problem = string(bad)
		}
	}()
	in := reader{characters: characters, text: text}
	in.array(func() {
		if len(arguments) == function.NumIn() {
			panic(badArguments(fmt.Sprintf("the function takes %d arguments", function.NumIn())))
		}
		argument := reflect.New(function.In(len(arguments))).Elem()
		in.value(argument)
		arguments = append(arguments, argument)
	})
	if in.peek() != 0 {
		in.fail("end of the arguments")
	}
	if len(arguments) != function.NumIn() {
		panic(badArguments(fmt.Sprintf("the function takes %d arguments, not %d", function.NumIn(), len(arguments))))
	}
	return arguments, ""
}

func (in *reader) value(target reflect.Value) {
	switch target.Kind() {
	case reflect.Bool:
		target.SetBool(in.boolean())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if target.Kind() == reflect.Int32 && in.peek() == '"' {
			target.SetInt(int64(in.character()))
			return
		}
		in.integer(target)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if target.Kind() == reflect.Uint8 && in.peek() == '"' {
			if r := in.character(); r < utf8.RuneSelf {
				target.SetUint(uint64(r))
				return
			}
			in.fail("character of one byte")
		}
		in.integer(target)
	case reflect.Float32, reflect.Float64:
		target.SetFloat(in.float())
	case reflect.String:
		target.SetString(in.str())
	case reflect.Slice:
		in.slice(target)
	case reflect.Array:
		i := 0
		in.array(func() {
			if i == target.Len() {
				in.fail("array of the right length")
			}
			in.value(target.Index(i))
			i++
		})
		if i != target.Len() {
			in.fail("array of the right length")
		}
	case reflect.Map:
		in.mapping(target)
	case reflect.Ptr:
		in.pointer(target)
	case reflect.Interface:
		if target.NumMethod() > 0 {
			in.fail(target.Type().String() + ", a type that is not supported")
		}
		if natural := in.natural(); natural != nil {
			target.Set(reflect.ValueOf(natural))
		}
	default:
		in.fail(target.Type().String() + ", a type that is not supported")
	}
}

func (in *reader) boolean() bool {
	if in.acceptWord("true") {
		return true
	}
	if in.acceptWord("false") {
		return false
	}
	return in.float() != 0
}

func (in *reader) number() string {
	in.peek()
	start := in.at
	for in.at < len(in.text) && strings.IndexByte("0123456789+-.eE", in.text[in.at]) >= 0 {
		in.at++
	}
	if in.at == start {
		in.fail("number")
	}
	return in.text[start:in.at]
}

// Digits of a whole number, also of one that is written as 3.0 or 1e3.
func (in *reader) whole() string {
	start := in.at
	digits := in.number()
	if !strings.ContainsAny(digits, ".eE") {
		return digits
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || x != math.Floor(x) || math.Abs(x) > 9e18 {
		in.at = start
		in.fail("integer")
	}
	return strconv.FormatInt(int64(x), 10)
}

func (in *reader) integer(target reflect.Value) {
	in.peek()
	start := in.at
	digits := in.whole()
	bits := target.Type().Bits()
	if target.Kind() >= reflect.Int && target.Kind() <= reflect.Int64 {
		if x, err := strconv.ParseInt(digits, 10, bits); err == nil {
			target.SetInt(x)
			return
		}
	} else if x, err := strconv.ParseUint(digits, 10, bits); err == nil {
		target.SetUint(x)
		return
	}
	in.at = start
	in.fail("integer in the range of " + target.Type().String())
}

func (in *reader) float() float64 {
	tagged := in.acceptTag("$float")
	if tagged {
		in.expect('"', "number")
	}
	var x float64
	switch {
	case in.acceptWord("NaN") || in.acceptWord("nan"):
		x = math.NaN()
	case in.acceptWord("Infinity") || in.acceptWord("inf"):
		x = math.Inf(1)
	case in.acceptWord("-Infinity") || in.acceptWord("-inf"):
		x = math.Inf(-1)
	default:
		var err error
		// Out of range gives infinity, as in other languages' parsers.
		if x, err = strconv.ParseFloat(in.number(), 64); err != nil && !math.IsInf(x, 0) {
			in.fail("number")
		}
	}
	if tagged {
		in.expect('"', "number")
		in.expect('}', "tagged value")
	}
	return x
}

func (in *reader) character() rune {
	text := in.str()
	r, size := utf8.DecodeRuneInString(text)
	if text == "" || size != len(text) {
		in.fail("character")
	}
	return r
}

func (in *reader) slice(target reflect.Value) {
	if in.acceptWord("null") {
		return
	}
	if in.peek() == '"' { // characters that are written as one text
		switch target.Type().Elem().Kind() {
		case reflect.Uint8:
			target.Set(reflect.ValueOf([]byte(in.str())).Convert(target.Type()))
			return
		case reflect.Int32:
			target.Set(reflect.ValueOf([]rune(in.str())).Convert(target.Type()))
			return
		}
	}
	tagged := in.acceptTag("$set")
	items := reflect.MakeSlice(target.Type(), 0, 0)
	item := reflect.New(target.Type().Elem()).Elem()
	in.array(func() {
		item.Set(reflect.Zero(item.Type()))
		in.value(item)
		items = reflect.Append(items, item)
	})
	if tagged {
		in.expect('}', "tagged value")
	}
	target.Set(items)
}

func (in *reader) pointer(target reflect.Value) {
	if in.acceptWord("null") {
		return
	}
	switch {
	case isList(target.Type()):
		in.list(target)
	case isTree(target.Type()):
		in.tree(target)
	default:
		target.Set(reflect.New(target.Type().Elem()))
		in.value(target.Elem())
	}
}

func (in *reader) mapping(target reflect.Value) {
	target.Set(reflect.MakeMap(target.Type()))
	entry := func(key reflect.Value) {
		value := reflect.New(target.Type().Elem()).Elem()
		in.value(value)
		target.SetMapIndex(key, value)
	}
	newKey := func() reflect.Value { return reflect.New(target.Type().Key()).Elem() }
	tagged := in.acceptTag("$set")
	if tagged || in.peek() == '[' { // map[T]bool and map[T]struct{}
		member := reflect.New(target.Type().Elem()).Elem()
		if member.Kind() == reflect.Bool {
			member.SetBool(true)
		} else if !isSet(target.Type()) {
			in.fail("object")
		}
		in.array(func() {
			key := newKey()
			in.value(key)
			target.SetMapIndex(key, member)
		})
		if tagged {
			in.expect('}', "tagged value")
		}
		return
	}
	if in.acceptTag("$dict") {
		in.array(func() {
			in.expect('[', "pair")
			key := newKey()
			in.value(key)
			in.expect(',', "pair")
			entry(key)
			in.expect(']', "pair")
		})
		in.expect('}', "tagged value")
		return
	}
	in.members(func(name string) {
		key := newKey()
		if key.Kind() == reflect.String || key.Kind() == reflect.Interface {
			key.Set(reflect.ValueOf(name).Convert(key.Type()))
		} else { // a JSON object's names are strings; keys of other types are read from their text
			inner := reader{characters: in.characters, text: name}
			if key.Kind() == reflect.Int32 && in.characters.Runes || key.Kind() == reflect.Uint8 && in.characters.Bytes {
				inner.text = strconv.Quote(name)
			}
			inner.value(key)
		}
		entry(key)
	})
}

// What a parameter of type any gets: int, *big.Int beyond its range, float64, string, bool, nil,
// []interface{} or map[string]interface{}.
func (in *reader) natural() interface{} {
	switch c := in.peek(); {
	case c == 0:
		in.fail("value")
	case c == '"':
		return in.str()
	case c == '[':
		items := []interface{}{}
		in.array(func() { items = append(items, in.natural()) })
		return items
	case c == '{' && !strings.HasPrefix(in.text[in.at:], `{"$float"`):
		object := map[string]interface{}{}
		in.members(func(name string) { object[name] = in.natural() })
		return object
	case in.acceptWord("null"):
		return nil
	case in.acceptWord("true"):
		return true
	case in.acceptWord("false"):
		return false
	}
	start := in.at
	if strings.IndexByte("-0123456789", in.text[start]) >= 0 && !strings.HasPrefix(in.text[start:], "-I") {
		digits := in.number()
		if !strings.ContainsAny(digits, ".eE") {
			if x, err := strconv.Atoi(digits); err == nil {
				return x
			}
			if x, ok := new(big.Int).SetString(digits, 10); ok {
				return x
			}
		}
		in.at = start
	}
	return in.float()
}
