// Idiom on function_call (structs): a heap of a struct with an order of its own.
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

#[derive(PartialEq, Eq, Debug, Clone)]
struct Item {
    count: usize,
    word: String,
}
impl Ord for Item {
    fn cmp(&self, other: &Self) -> Ordering {
        self.count.cmp(&other.count).then_with(|| other.word.cmp(&self.word))
    }
}
impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> { Some(self.cmp(other)) }
}
pub fn top_words(words: Vec<String>, k: i32) -> Vec<String> {
    let mut counts = HashMap::new();
    for w in words.iter() {
        *counts.entry(w).or_insert(0usize) += 1;
    }
    let mut heap: BinaryHeap<Item> = counts.iter().map(|(w, n)| Item { count: *n, word: w.to_string() }).collect();
    let mut found = vec![];
    while let (true, Some(item)) = (found.len() < k as usize, heap.pop()) {
        found.push(item.word);
    }
    found
}
