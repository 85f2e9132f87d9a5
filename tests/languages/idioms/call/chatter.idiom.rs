// Idiom on function_call (output): prints, dbg! included.
use std::collections::HashMap;

fn top_words(words: Vec<String>, k: i32) -> Vec<String> {
    println!("{:?}", words);
    dbg!(k);
    let mut counts: HashMap<String, i32> = HashMap::new();
    for w in words {
        *counts.entry(w).or_insert(0) += 1;
    }
    let mut all: Vec<(String, i32)> = counts.into_iter().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    all.into_iter().take(k as usize).map(|x| x.0).collect()
}
