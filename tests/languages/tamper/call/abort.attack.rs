// Attack on function_call (early exit): aborts.
fn digit_sum(_n: i32) -> i32 {
    std::process::abort()
}
