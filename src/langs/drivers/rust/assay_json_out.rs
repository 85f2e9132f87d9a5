// JSON from Rust values; the second half of the driver's wire format. See assay_driver.rs.
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::{Debug, Write};
use std::rc::Rc;
use std::sync::Arc;

pub trait ToJson {
    fn to_json(&self, out: &mut String);
    /// What None of an Option of it is; an absent list or tree is an empty one.
    fn absent(out: &mut String) {
        out.push_str("null");
    }
    /// As the name of an object's member, for keys that are text.
    fn name(&self) -> Option<&str> {
        None
    }
}

pub fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if (c as u32) < 0x20 => {
                let _ = std::write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

pub fn list<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    mut each: impl FnMut(T, &mut String),
) {
    out.push('[');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        each(item, out);
    }
    out.push(']');
}

impl ToJson for () {
    fn to_json(&self, out: &mut String) {
        out.push_str("null");
    }
}

macro_rules! assay_plain {
    ($($name:ident)*) => {$(
        impl ToJson for $name {
            fn to_json(&self, out: &mut String) {
                let _ = std::write!(out, "{}", self);
            }
        }
    )*};
}
assay_plain!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! assay_floats {
    ($($name:ident)*) => {$(
        impl ToJson for $name {
            fn to_json(&self, out: &mut String) {
                if self.is_nan() {
                    out.push_str("{\"$float\":\"nan\"}");
                } else if self.is_infinite() {
                    out.push_str(if *self > 0.0 { "{\"$float\":\"inf\"}" } else { "{\"$float\":\"-inf\"}" });
                } else {
                    let _ = std::write!(out, "{:?}", self); // always with a point or an exponent
                }
            }
        }
    )*};
}
assay_floats!(f32 f64);

impl ToJson for char {
    fn to_json(&self, out: &mut String) {
        quoted(self.encode_utf8(&mut [0; 4]), out);
    }
}
impl ToJson for str {
    fn to_json(&self, out: &mut String) {
        quoted(self, out);
    }
    fn name(&self) -> Option<&str> {
        Some(self)
    }
}
impl ToJson for String {
    fn to_json(&self, out: &mut String) {
        quoted(self, out);
    }
    fn name(&self) -> Option<&str> {
        Some(self)
    }
}

macro_rules! assay_pointers {
    ($($pointer:ty),*) => {$(
        impl<T: ToJson + ?Sized> ToJson for $pointer {
            fn to_json(&self, out: &mut String) {
                (**self).to_json(out);
            }
            fn name(&self) -> Option<&str> {
                (**self).name()
            }
        }
    )*};
}
assay_pointers!(&T, &mut T);

// Sized, so that Option can ask what its absence is.
macro_rules! assay_owners {
    ($($owner:ident)*) => {$(
        impl<T: ToJson> ToJson for $owner<T> {
            fn to_json(&self, out: &mut String) {
                (**self).to_json(out);
            }
            fn absent(out: &mut String) {
                T::absent(out);
            }
            fn name(&self) -> Option<&str> {
                (**self).name()
            }
        }
    )*};
}
assay_owners!(Box Rc Arc);

impl<T: ToJson> ToJson for RefCell<T> {
    fn to_json(&self, out: &mut String) {
        self.borrow().to_json(out);
    }
    fn absent(out: &mut String) {
        T::absent(out);
    }
}
impl<T: ToJson + Copy> ToJson for Cell<T> {
    fn to_json(&self, out: &mut String) {
        self.get().to_json(out);
    }
}
impl<'a, T: ToJson + ToOwned + ?Sized> ToJson for Cow<'a, T> {
    fn to_json(&self, out: &mut String) {
        (**self).to_json(out);
    }
    fn name(&self) -> Option<&str> {
        (**self).name()
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self, out: &mut String) {
        match self {
            Some(value) => value.to_json(out),
            None => T::absent(out),
        }
    }
}
/// An error that is returned counts as one that was raised, as when main() returns it.
impl<T: ToJson, E: Debug> ToJson for Result<T, E> {
    fn to_json(&self, out: &mut String) {
        match self {
            Ok(value) => value.to_json(out),
            Err(error) => std::panic!("{:?}", error),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn to_json(&self, out: &mut String) {
        list(self, out, |item, out| item.to_json(out));
    }
}
impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn to_json(&self, out: &mut String) {
        list(self, out, |item, out| item.to_json(out));
    }
}
macro_rules! assay_lists {
    ($($name:ident)*) => {$(
        impl<T: ToJson> ToJson for $name<T> {
            fn to_json(&self, out: &mut String) {
                list(self, out, |item, out| item.to_json(out));
            }
        }
    )*};
}
assay_lists!(Vec VecDeque LinkedList BinaryHeap);

macro_rules! assay_sets {
    ($($set:ty, $($state:ident)?;)*) => {$(
        impl<T: ToJson $(, $state)?> ToJson for $set {
            fn to_json(&self, out: &mut String) {
                out.push_str("{\"$set\":");
                list(self, out, |item, out| item.to_json(out));
                out.push('}');
            }
        }
    )*};
}
assay_sets! { HashSet<T, S>, S; BTreeSet<T>,; }

fn mapping<'a, K: ToJson + 'a, V: ToJson + 'a>(
    entries: impl Iterator<Item = (&'a K, &'a V)> + Clone,
    out: &mut String,
) {
    let plain = entries.clone().all(|(key, _)| key.name().map_or(false, |name| !name.starts_with('$')));
    if !plain {
        out.push_str("{\"$dict\":");
        list(entries, out, |entry, out| entry.to_json(out));
        out.push('}');
        return;
    }
    out.push('{');
    for (i, (key, value)) in entries.enumerate() {
        if i > 0 {
            out.push(',');
        }
        key.to_json(out);
        out.push(':');
        value.to_json(out);
    }
    out.push('}');
}
impl<K: ToJson, V: ToJson, S> ToJson for HashMap<K, V, S> {
    fn to_json(&self, out: &mut String) {
        mapping(self.iter(), out);
    }
}
impl<K: ToJson, V: ToJson> ToJson for BTreeMap<K, V> {
    fn to_json(&self, out: &mut String) {
        mapping(self.iter(), out);
    }
}

macro_rules! assay_tuples {
    ($($first:ident $($more:ident)*;)*) => {$(
        impl<$first: ToJson $(, $more: ToJson)*> ToJson for ($first, $($more,)*) {
            #[allow(non_snake_case)]
            fn to_json(&self, out: &mut String) {
                let ($first, $($more,)*) = self;
                out.push('[');
                $first.to_json(out);
                $(
                    out.push(',');
                    $more.to_json(out);
                )*
                out.push(']');
            }
        }
    )*};
}
assay_tuples! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }
