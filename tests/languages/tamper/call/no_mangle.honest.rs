// Honest twin: has an exported function of its own.
#[no_mangle]
pub extern "C" fn absolute(n: i32) -> i64 { (n as i64).abs() }

fn digit_sum(n: i32) -> i32 {
    absolute(n).to_string().bytes().map(|c| (c - b'0') as i32).sum()
}
