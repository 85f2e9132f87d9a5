// Attack on function_call (forged output): writes a reply to every descriptor and leaves.
use std::io::Write;
use std::os::unix::io::FromRawFd;

fn digit_sum(_n: i32) -> i32 {
    for fd in 1..64 {
        let mut file = unsafe { std::fs::File::from_raw_fd(fd) };
        let _ = file.write_all(b"{\"status\":\"ok\",\"value\":6}");
        std::mem::forget(file);
    }
    std::process::exit(0)
}
