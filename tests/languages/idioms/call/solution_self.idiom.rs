// Idiom on function_call (class): a method of a Solution that is defined, with new().
use std::collections::HashMap;

#[derive(Default)]
pub struct Solution {
    seen: usize,
}
impl Solution {
    pub fn new() -> Self { Solution { seen: 0 } }
    pub fn top_words(&mut self, words: Vec<String>, k: i32) -> Vec<String> {
    self.seen += words.len();
    let mut counts: HashMap<String, i32> = HashMap::new();
    for w in words {
        *counts.entry(w).or_insert(0) += 1;
    }
    let mut all: Vec<(String, i32)> = counts.into_iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    all.into_iter().take(k as usize).map(|x| x.0).collect()
    }
}
