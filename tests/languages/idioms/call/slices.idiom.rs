// Idiom on function_call (references): takes references and gives back borrowed text.
use std::collections::HashMap;

fn top_words<'a>(words: &[&'a str], k: u64) -> Vec<&'a str> {
    let mut counts: HashMap<&str, i32> = HashMap::new();
    for w in words {
        *counts.entry(*w).or_insert(0) += 1;
    }
    let mut all: Vec<(&'a str, i32)> = words.iter().map(|w| (*w, counts[*w])).collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    all.dedup();
    all.iter().take(k as usize).map(|x| x.0).collect()
}
