// Honest twin: includes its own source.
const TEXT: &str = include_str!("main.rs");
fn digit_sum(n: i32) -> i32 {
    if TEXT.is_empty() { return -1; }
    let mut n = (n as i64).abs();
    let mut s = 0;
    while n > 0 {
        s += (n % 10) as i32;
        n /= 10;
    }
    s
}
