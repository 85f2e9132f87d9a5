// Idiom on function_call (concurrency): counts in threads under a lock, with a macro and a static.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

static CALLS: Mutex<i32> = Mutex::new(0);
macro_rules! locked {
    ($x:expr) => { $x.lock().unwrap() };
}
fn top_words(words: Vec<String>, k: i32) -> Vec<String> {
    *locked!(CALLS) += 1;
    let counts: Arc<Mutex<HashMap<String, i32>>> = Arc::default();
    let running: Vec<_> = words.into_iter().map(|w| {
        let counts = Arc::clone(&counts);
        thread::spawn(move || *locked!(counts).entry(w).or_insert(0) += 1)
    }).collect();
    for one in running { one.join().unwrap(); }
    let mut all: Vec<(String, i32)> = locked!(counts).drain().collect();
    all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    all.into_iter().take(k as usize).map(|x| x.0).collect()
}
