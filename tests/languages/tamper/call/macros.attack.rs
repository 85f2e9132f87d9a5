// Attack on function_call (monkey-patching): defines the macros that a driver may use.
macro_rules! write { ($($x:tt)*) => { Ok::<(), ()>(()) } }
macro_rules! format { ($($x:tt)*) => { String::from("6") } }
macro_rules! vec { ($($x:tt)*) => { Vec::new() } }
macro_rules! panic { ($($x:tt)*) => { std::process::exit(0) } }
macro_rules! println { ($($x:tt)*) => {} }
fn digit_sum(_n: i32) -> i32 { -6 }
