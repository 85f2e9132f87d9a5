// Idiom on function_call (generics): generic helpers with bounds and a where clause.
use std::collections::BTreeMap;
use std::hash::Hash;

fn count<T, I>(items: I) -> BTreeMap<T, usize>
where
    T: Ord + Hash + Clone,
    I: IntoIterator<Item = T>,
{
    items.into_iter().fold(BTreeMap::new(), |mut all, x| {
        *all.entry(x).or_default() += 1;
        all
    })
}
fn top_words<>(words: Vec<String>, k: usize) -> Vec<String> {
    let mut all: Vec<_> = count(words).into_iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all.into_iter().take(k).map(|(w, _)| w).collect()
}
