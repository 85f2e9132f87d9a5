// Honest twin: panics and catches it under a hook of its own.
fn digit_sum(n: i32) -> i32 {
    std::panic::set_hook(Box::new(|_| {}));
    let caught = std::panic::catch_unwind(|| if n >= 0 { panic!("positive") });
    let mut s = 0;
    for c in n.to_string().chars() {
        s += c.to_digit(10).unwrap_or(0) as i32;
    }
    if caught.is_err() == (n >= 0) { s } else { -1 }
}
