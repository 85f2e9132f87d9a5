// Idiom on function_call (types): gives back an Option, through ? and a module.
mod words {
    use std::collections::BTreeMap;
    pub fn counted(words: &Vec<String>) -> Option<BTreeMap<String, i32>> {
        let mut counts = BTreeMap::new();
        for w in words { *counts.entry(w.clone()).or_insert(0) += 1; }
        Some(counts)
    }
}
pub fn top_words(words: Vec<String>, k: i32) -> Option<Vec<String>> {
    let counts = words::counted(&words)?;
    let mut all: Vec<_> = counts.iter().collect();
    all.sort_by(|a, b| b.1.cmp(a.1));
    Some(all.iter().take(k as usize).map(|x| x.0.clone()).collect())
}
