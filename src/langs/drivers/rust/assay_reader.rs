// The text of JSON: its punctuation, words and strings. assay_json_in.rs makes values of it.
/// Why something is not what the function's types can take.
pub struct Failure(pub String);

pub struct Reader {
    text: Vec<u8>,
    pub at: usize,
}

impl Reader {
    pub fn new(text: Vec<u8>) -> Self {
        Reader { text, at: 0 }
    }

    pub fn fail<T>(&self, wanted: &str) -> Result<T, Failure> {
        let end = self.text.len().min(self.at + 40);
        let shown = String::from_utf8_lossy(&self.text[self.at..end]);
        Err(Failure(std::format!("the argument is no {}: {}", wanted, shown)))
    }

    /// The next byte that is no white space; 0 at the end.
    pub fn peek(&mut self) -> u8 {
        while self.at < self.text.len() && b" \n\t\r".contains(&self.text[self.at]) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(0)
    }

    pub fn accept(&mut self, c: u8) -> bool {
        let found = self.peek() == c && self.at < self.text.len();
        if found {
            self.at += 1;
        }
        found
    }

    pub fn accept_word(&mut self, word: &str) -> bool {
        self.peek();
        let found = self.text[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    pub fn expect(&mut self, c: u8, what: &str) -> Result<(), Failure> {
        if self.accept(c) { Ok(()) } else { self.fail(what) }
    }

    pub fn expect_end(&mut self) -> Result<(), Failure> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { self.fail("end of the arguments") }
    }

    /// An object of one member with this name, as the protocol tags values: enters it.
    pub fn accept_tag(&mut self, tag: &str) -> bool {
        let start = self.at;
        if self.accept(b'{') && self.accept(b'"') && self.accept_word(tag) && self.accept(b'"') {
            if self.accept(b':') {
                return true;
            }
        }
        self.at = start;
        false
    }

    pub fn array(
        &mut self,
        mut each: impl FnMut(&mut Reader) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.expect(b'[', "array")?;
        if self.accept(b']') {
            return Ok(());
        }
        loop {
            each(self)?;
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b']', "array")
    }

    pub fn number(&mut self) -> Result<String, Failure> {
        self.peek();
        let start = self.at;
        while self.at < self.text.len() && b"0123456789+-.eE".contains(&self.text[self.at]) {
            self.at += 1;
        }
        if self.at == start {
            return self.fail("number");
        }
        Ok(String::from_utf8_lossy(&self.text[start..self.at]).into_owned())
    }

    /// Digits of a whole number, also of one that is written as 3.0 or 1e3.
    pub fn whole(&mut self) -> Result<String, Failure> {
        let digits = self.number()?;
        if !digits.contains(|c| c == '.' || c == 'e' || c == 'E') {
            return Ok(digits);
        }
        match digits.parse::<f64>() {
            Ok(x) if x == x.floor() && x.abs() <= 9e18 => Ok(std::format!("{:.0}", x)),
            _ => self.fail("integer"),
        }
    }

    fn hex4(&mut self) -> Result<u32, Failure> {
        let mut code = 0;
        for _ in 0..4 {
            match self.text.get(self.at).and_then(|c| (*c as char).to_digit(16)) {
                Some(digit) => code = code * 16 + digit,
                None => return self.fail("string"),
            }
            self.at += 1;
        }
        Ok(code)
    }

    /// A lone surrogate becomes U+FFFD: no Rust string can hold it.
    fn code_point(&mut self) -> Result<char, Failure> {
        let mut code = self.hex4()?;
        if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            let low = self.hex4()?;
            if (0xdc00..0xe000).contains(&low) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            } else {
                self.at = before;
            }
        }
        Ok(char::from_u32(code).unwrap_or('\u{fffd}'))
    }

    pub fn string(&mut self) -> Result<String, Failure> {
        self.expect(b'"', "string")?;
        let mut out = Vec::new();
        while self.at < self.text.len() && self.text[self.at] != b'"' {
            let mut c = self.text[self.at];
            self.at += 1;
            if c == b'\\' {
                c = self.text.get(self.at).copied().unwrap_or(b'\\');
                self.at += 1;
                let plain = b"nrtbf".iter().position(|p| *p == c);
                if c == b'u' {
                    let decoded = self.code_point()?;
                    out.extend_from_slice(decoded.encode_utf8(&mut [0; 4]).as_bytes());
                    continue;
                }
                c = plain.map_or(c, |i| b"\n\r\t\x08\x0c"[i]);
            }
            out.push(c);
        }
        self.at = self.at.min(self.text.len());
        self.expect(b'"', "string")?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }
}
