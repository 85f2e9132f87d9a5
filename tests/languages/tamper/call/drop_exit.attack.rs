// Attack on function_call (early exit): returns a value whose end exits with code 0.
pub struct Leave(Vec<i32>);
impl Drop for Leave {
    fn drop(&mut self) { std::process::exit(0) }
}
fn digit_sum(n: i32) -> i32 {
    let _leave = Leave(vec![n]);
    6
}
