package assaydriver

import (
	"fmt"
	"strconv"
	"strings"
)

type badArguments string

// The text of JSON: its punctuation, words and strings. read.go makes typed Go values of it.
type reader struct {
	characters Characters
	text       string
	at         int
}

func (in *reader) fail(wanted string) {
	end := in.at + 40
	if end > len(in.text) {
		end = len(in.text)
	}
	panic(badArguments(fmt.Sprintf("the argument is no %s: %s", wanted, in.text[in.at:end])))
}

// The next byte that is no white space; 0 at the end.
func (in *reader) peek() byte {
	for in.at < len(in.text) && strings.IndexByte(" \n\t\r", in.text[in.at]) >= 0 {
		in.at++
	}
	if in.at == len(in.text) {
		return 0
	}
	return in.text[in.at]
}

func (in *reader) accept(c byte) bool {
	if in.peek() != c || in.at == len(in.text) {
		return false
	}
	in.at++
	return true
}

func (in *reader) acceptWord(word string) bool {
	in.peek()
	if !strings.HasPrefix(in.text[in.at:], word) {
		return false
	}
	in.at += len(word)
	return true
}

func (in *reader) expect(c byte, what string) {
	if !in.accept(c) {
		in.fail(what)
	}
}

// An object of one member with this name, as the protocol tags values: enters it.
func (in *reader) acceptTag(tag string) bool {
	start := in.at
	if in.accept('{') && in.acceptWord(`"`+tag+`"`) && in.accept(':') {
		return true
	}
	in.at = start
	return false
}

func (in *reader) array(each func()) {
	in.expect('[', "array")
	if in.accept(']') {
		return
	}
	each()
	for in.accept(',') {
		each()
	}
	in.expect(']', "array")
}

func (in *reader) members(each func(name string)) {
	in.expect('{', "object")
	if in.accept('}') {
		return
	}
	for {
		name := in.str()
		in.expect(':', "object")
		each(name)
		if !in.accept(',') {
			break
		}
	}
	in.expect('}', "object")
}

func (in *reader) str() string {
	in.expect('"', "string")
	var out strings.Builder
	for in.at < len(in.text) && in.text[in.at] != '"' {
		c := in.text[in.at]
		in.at++
		if c != '\\' {
			out.WriteByte(c)
			continue
		}
		if in.at == len(in.text) {
			break
		}
		c = in.text[in.at]
		in.at++
		if plain := strings.IndexByte("nrtbf", c); plain >= 0 {
			out.WriteByte("\n\r\t\b\f"[plain])
		} else if c == 'u' {
			writeCodePoint(&out, in.codePoint())
		} else {
			out.WriteByte(c)
		}
	}
	in.expect('"', "string")
	return out.String()
}

func (in *reader) hex4() int {
	if in.at+4 > len(in.text) {
		in.fail("string")
	}
	code, err := strconv.ParseUint(in.text[in.at:in.at+4], 16, 16)
	if err != nil {
		in.fail("string")
	}
	in.at += 4
	return int(code)
}

func (in *reader) codePoint() int {
	high := in.hex4()
	if high >= 0xd800 && high < 0xdc00 && strings.HasPrefix(in.text[in.at:], `\u`) {
		before := in.at
		in.at += 2
		if low := in.hex4(); low >= 0xdc00 && low < 0xe000 {
			return 0x10000 + (high-0xd800)<<10 + low - 0xdc00
		}
		in.at = before
	}
	return high
}

// As UTF-8; lone surrogates in its manner, which Go's own encoder refuses.
func writeCodePoint(out *strings.Builder, code int) {
	if code < 0xd800 || code > 0xdfff {
		out.WriteRune(rune(code))
		return
	}
	out.Write([]byte{0xed, byte(0x80 | code>>6&0x3f), byte(0x80 | code&0x3f)})
}
