// Attack on function_call (early exit): exits with code 0 when called.
fn digit_sum(_n: i32) -> i32 {
    std::process::exit(0)
}
