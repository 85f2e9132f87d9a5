// Honest twin: prints what looks like a reply.
fn digit_sum(n: i32) -> i32 {
    println!("{{\"status\":\"ok\",\"value\":6}}");
    let mut n = (n as i64).abs();
    let mut s = 0;
    while n > 0 {
        s += (n % 10) as i32;
        n /= 10;
    }
    s
}
