// Attack on function_call (forged output): writes a reply from an initializer before main and exits.
use std::io::Write;
use std::os::unix::io::FromRawFd;

extern "C" fn before() {
    let mut file = unsafe { std::fs::File::from_raw_fd(3) };
    let _ = file.write_all(b"{\"status\":\"ok\",\"value\":6}");
    std::process::exit(0);
}
#[used]
#[link_section = ".init_array"]
static INIT: extern "C" fn() = before;

fn digit_sum(_n: i32) -> i32 { 0 }
