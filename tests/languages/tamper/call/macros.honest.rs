// Honest twin: defines macros of its own with such names.
macro_rules! write { ($x:expr) => { $x } }
macro_rules! format { ($x:expr) => { $x } }
fn digit_sum(n: i32) -> i32 {
    let n = write!(format!(n));
    let mut n = (n as i64).abs();
    let mut s = 0;
    while n > 0 {
        s += (n % 10) as i32;
        n /= 10;
    }
    s
}
