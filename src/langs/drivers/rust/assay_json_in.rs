// Typed Rust values from JSON; the first half of the driver's wire format. See assay_driver.rs.
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use super::reader::{Failure, Reader};

pub trait FromJson: Sized {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure>;
    /// What an Option of it is; lists and trees, which arrays stand for, have rules of their own.
    fn optional(reader: &mut Reader) -> Result<Option<Self>, Failure> {
        if reader.accept_word("null") {
            return Ok(None);
        }
        Self::from_json(reader).map(Some)
    }
    /// The names of a JSON object are strings; keys of other types are read from their text.
    fn from_name(name: String) -> Result<Self, Failure> {
        let mut inner = Reader::new(name.into_bytes());
        let key = Self::from_json(&mut inner)?;
        inner.expect_end()?;
        Ok(key)
    }
}

macro_rules! assay_integers {
    ($($name:ident)*) => {$(
        impl FromJson for $name {
            fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
                reader.peek();
                let start = reader.at;
                let digits = reader.whole()?;
                match digits.parse() {
                    Ok(value) => Ok(value),
                    Err(_) => {
                        reader.at = start;
                        reader.fail(std::concat!("integer in the range of ", std::stringify!($name)))
                    }
                }
            }
        }
    )*};
}
assay_integers!(i8 i16 i32 i64 i128 isize u16 u32 u64 u128 usize);

impl FromJson for u8 {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        if reader.peek() != b'"' {
            let wide = u16::from_json(reader)?;
            return if wide < 256 { Ok(wide as u8) } else { reader.fail("integer in the range of u8") };
        }
        let text = reader.string()?;
        if text.len() == 1 { Ok(text.as_bytes()[0]) } else { reader.fail("character of one byte") }
    }
}

macro_rules! assay_floats {
    ($($name:ident)*) => {$(
        impl FromJson for $name {
            fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
                let tagged = reader.accept_tag("$float");
                if tagged {
                    reader.expect(b'"', "number")?;
                }
                let value = if reader.accept_word("NaN") || reader.accept_word("nan") {
                    std::$name::NAN
                } else if reader.accept_word("Infinity") || reader.accept_word("inf") {
                    std::$name::INFINITY
                } else if reader.accept_word("-Infinity") || reader.accept_word("-inf") {
                    std::$name::NEG_INFINITY
                } else {
                    match reader.number()?.parse() {
                        Ok(value) => value,
                        Err(_) => return reader.fail("number"),
                    }
                };
                if tagged {
                    reader.expect(b'"', "number")?;
                    reader.expect(b'}', "tagged value")?;
                }
                Ok(value)
            }
        }
    )*};
}
assay_floats!(f32 f64);

impl FromJson for bool {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        if reader.accept_word("true") {
            return Ok(true);
        }
        if reader.accept_word("false") {
            return Ok(false);
        }
        Ok(f64::from_json(reader)? != 0.0)
    }
}

impl FromJson for char {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        let name = reader.string()?;
        char::from_name(name)
    }
    fn from_name(name: String) -> Result<Self, Failure> {
        let mut characters = name.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) => Ok(c),
            _ => Err(Failure(std::format!("the argument is no character: {:?}", name))),
        }
    }
}

impl FromJson for String {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        reader.string()
    }
    fn from_name(name: String) -> Result<Self, Failure> {
        Ok(name)
    }
}

// References: what they lead to lives as long as the process.
impl FromJson for &'static str {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        Ok(Box::leak(reader.string()?.into_boxed_str()))
    }
    fn from_name(name: String) -> Result<Self, Failure> {
        Ok(Box::leak(name.into_boxed_str()))
    }
}
impl<T: FromJson> FromJson for &'static [T] {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        Ok(Box::leak(Vec::from_json(reader)?.into_boxed_slice()))
    }
}
impl<T: FromJson> FromJson for &'static T {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        Ok(Box::leak(Box::new(T::from_json(reader)?)))
    }
}

macro_rules! assay_wrappers {
    ($($name:ident)*) => {$(
        impl<T: FromJson> FromJson for $name<T> {
            fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
                T::from_json(reader).map($name::new)
            }
            fn optional(reader: &mut Reader) -> Result<Option<Self>, Failure> {
                Ok(T::optional(reader)?.map($name::new))
            }
        }
    )*};
}
assay_wrappers!(Box Rc Arc RefCell);

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        T::optional(reader)
    }
}

/// The items of an array, of a tagged set, too.
fn items<T: FromJson>(
    reader: &mut Reader,
    mut add: impl FnMut(T),
) -> Result<(), Failure> {
    let tagged = reader.accept_tag("$set");
    reader.array(|inner| {
        add(T::from_json(inner)?);
        Ok(())
    })?;
    if tagged { reader.expect(b'}', "tagged value") } else { Ok(()) }
}

macro_rules! assay_collections {
    ($($name:ident $add:ident: $($bound:path),*;)*) => {$(
        impl<T: FromJson $(+ $bound)*> FromJson for $name<T> {
            fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
                let mut all = $name::new();
                items(reader, |item| { all.$add(item); })?;
                Ok(all)
            }
        }
    )*};
}
assay_collections! {
    Vec push:;
    VecDeque push_back:;
    LinkedList push_back:;
    BinaryHeap push: Ord;
    HashSet insert: Eq, Hash;
    BTreeSet insert: Ord;
}

impl<T: FromJson, const N: usize> FromJson for [T; N] {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        let all: Vec<T> = Vec::from_json(reader)?;
        match std::convert::TryFrom::try_from(all) {
            Ok(array) => Ok(array),
            Err(_) => reader.fail("array of the right length"),
        }
    }
}

fn entries<K: FromJson, V: FromJson>(
    reader: &mut Reader,
    mut add: impl FnMut(K, V),
) -> Result<(), Failure> {
    if reader.accept_tag("$dict") {
        reader.array(|inner| {
            let (key, value) = FromJson::from_json(inner)?;
            add(key, value);
            Ok(())
        })?;
        return reader.expect(b'}', "tagged value");
    }
    reader.expect(b'{', "object")?;
    if reader.accept(b'}') {
        return Ok(());
    }
    loop {
        let name = reader.string()?;
        reader.expect(b':', "object")?;
        let key = K::from_name(name)?;
        add(key, V::from_json(reader)?);
        if !reader.accept(b',') {
            return reader.expect(b'}', "object");
        }
    }
}

macro_rules! assay_maps {
    ($($name:ident: $($bound:path),*;)*) => {$(
        impl<K: FromJson $(+ $bound)*, V: FromJson> FromJson for $name<K, V> {
            fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
                let mut all = $name::new();
                entries(reader, |key, value| { all.insert(key, value); })?;
                Ok(all)
            }
        }
    )*};
}
assay_maps! {
    HashMap: Eq, Hash;
    BTreeMap: Ord;
}

macro_rules! assay_tuples {
    ($($first:ident $($more:ident)*;)*) => {$(
        impl<$first: FromJson $(, $more: FromJson)*> FromJson for ($first, $($more,)*) {
            fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
                reader.expect(b'[', "array")?;
                let whole = ($first::from_json(reader)?, $({
                    reader.expect(b',', "array of the right length")?;
                    $more::from_json(reader)?
                },)*);
                reader.expect(b']', "array of the right length")?;
                Ok(whole)
            }
        }
    )*};
}
assay_tuples! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }
