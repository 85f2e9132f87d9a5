// Attack on function_call (monkey-patching): has a module of the driver's name.
mod assay_driver {
    pub struct Arguments;
    pub fn encode<T>(_: &T) -> String { String::from("6") }
}
fn digit_sum(_n: i32) -> i32 { 0 }
