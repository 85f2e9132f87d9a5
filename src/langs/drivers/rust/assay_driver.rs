// Calls a candidate's Rust function for one test and answers with one JSON object on descriptor 3.
// Arguments come from stdin, their types from the function's own: the generated main() hands them
// over, and the compiler finds out what they are. The protocol is in docs/internals/drivers.md.
//
// Macros are named with their path: those that the candidate defines reach into this module.
#[path = "assay_json_in.rs"]
mod json_in;
#[path = "assay_json_out.rs"]
mod json_out;
#[path = "assay_reader.rs"]
mod reader;

pub use self::json_in::FromJson;
pub use self::json_out::{quoted, ToJson};
pub use self::reader::{Failure, Reader};

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::io::{FromRawFd, IntoRawFd};
use std::panic::{catch_unwind, AssertUnwindSafe};

const REPLY_DESCRIPTOR: i32 = 3;
const MAX_MESSAGE_CHARACTERS: usize = 2000;

/// The arguments of one call, taken one after the other.
pub struct Arguments {
    reader: Reader,
    taken: usize,
}

impl Arguments {
    /// All of stdin, which the candidate finds empty afterwards.
    pub fn read() -> Self {
        let mut bytes = Vec::new();
        // Not through std::io::stdin(), whose buffer is the candidate's; dropping it closes 0.
        let failed = unsafe { File::from_raw_fd(0) }.read_to_end(&mut bytes).is_err();
        match File::open("/dev/null") {
            Ok(null) if !failed => {
                let _ = null.into_raw_fd(); // stays open
            }
            _ => std::process::exit(1),
        }
        let mut arguments = Arguments { reader: Reader::new(bytes), taken: 0 };
        arguments.check(|reader| reader.expect(b'[', "array"));
        arguments
    }

    pub fn next<T: FromJson>(&mut self) -> T {
        let first = self.taken == 0;
        self.taken += 1;
        self.check(|reader| {
            if !first {
                reader.expect(b',', "array of the right length")?;
            }
            T::from_json(reader)
        })
    }

    pub fn end(&mut self) {
        self.check(|reader| reader.expect(b']', "array of the right length"));
        self.check(|reader| reader.expect_end());
    }

    fn check<T>(&mut self, read: impl FnOnce(&mut Reader) -> Result<T, Failure>) -> T {
        match read(&mut self.reader) {
            Ok(value) => value,
            Err(Failure(message)) => fail("bad_arguments", "BadArguments", &message),
        }
    }
}

/// Performs the call and answers with the JSON that it gives: the value's, and the first argument's
/// afterwards where the function can have changed it. Ends the process.
pub fn call(function: impl FnOnce() -> (String, Option<String>)) -> ! {
    match catch_unwind(AssertUnwindSafe(function)) {
        Ok((value, changed)) => {
            let mut json = String::from("{\"status\":\"ok\",\"value\":");
            json.push_str(&value);
            if let (true, Some(changed)) = (value == "null", changed) {
                json.push_str(",\"args\":[");
                json.push_str(&changed);
                json.push(']');
            }
            json.push('}');
            reply(&json, 0)
        }
        Err(thrown) => {
            let message = match thrown.downcast_ref::<String>() {
                Some(text) => text.as_str(),
                None => thrown.downcast_ref::<&str>().copied().unwrap_or(""),
            };
            fail("exception", "panic", message)
        }
    }
}

pub fn encode<T: ToJson + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    value.to_json(&mut out);
    out
}

fn fail(kind: &str, name: &str, message: &str) -> ! {
    let message: String = message.chars().take(MAX_MESSAGE_CHARACTERS).collect();
    if kind != "exception" {
        let _ = std::io::stderr().write_all(message.as_bytes()); // a panic has been reported
    }
    let mut json = String::from("{\"status\":\"error\",\"kind\":");
    quoted(kind, &mut json);
    json.push_str(",\"type\":");
    quoted(name, &mut json);
    json.push_str(",\"message\":");
    quoted(&message, &mut json);
    json.push('}');
    reply(&json, 1)
}

/// Ends at once: what other threads or destructors would do is no part of the answer.
fn reply(json: &str, exit_code: i32) -> ! {
    let mut file = unsafe { File::from_raw_fd(REPLY_DESCRIPTOR) };
    let written = file.write_all(json.as_bytes());
    std::process::exit(if written.is_ok() { exit_code } else { 1 })
}
