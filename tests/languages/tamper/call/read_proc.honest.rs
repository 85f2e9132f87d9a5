// Honest twin: reads its own maps.
fn digit_sum(n: i32) -> i32 {
    let _ = std::fs::read_to_string("/proc/self/maps");
    let mut n = (n as i64).abs();
    let mut s = 0;
    while n > 0 {
        s += (n % 10) as i32;
        n /= 10;
    }
    s
}
