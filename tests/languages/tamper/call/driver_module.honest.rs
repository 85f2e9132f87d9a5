// Honest twin: has a module of its own.
mod driver {
    pub fn absolute(n: i32) -> i64 { (n as i64).abs() }
}
fn digit_sum(n: i32) -> i32 {
    driver::absolute(n).to_string().bytes().map(|c| (c - b'0') as i32).sum()
}
