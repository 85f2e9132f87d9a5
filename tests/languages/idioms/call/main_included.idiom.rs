// Idiom on function_call (main): with attributes on top and the main it was tested with.
#![allow(dead_code, unused_imports)]
use std::collections::*;
use std::io::{self, BufRead};

fn top_words(words: Vec<String>, k: i32) -> Vec<String> {
    let mut counts: HashMap<String, i32> = HashMap::new();
    for w in words {
        *counts.entry(w).or_insert(0) += 1;
    }
    let mut all: Vec<(String, i32)> = counts.into_iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    all.into_iter().take(k as usize).map(|x| x.0).collect()
}

fn main() {
    println!("{:?}", top_words(vec!["a".to_string()], 1));
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn one() { assert_eq!(top_words(vec![], 1).len(), 0); }
}
