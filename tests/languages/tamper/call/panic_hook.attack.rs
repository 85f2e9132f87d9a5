// Attack on function_call (forged output): writes a reply from the panic hook and exits.
use std::io::Write;
use std::os::unix::io::FromRawFd;

fn digit_sum(_n: i32) -> i32 {
    std::panic::set_hook(Box::new(|_| {
        let mut file = unsafe { std::fs::File::from_raw_fd(3) };
        let _ = file.write_all(b"{\"status\":\"ok\",\"value\":6}");
        std::process::exit(0);
    }));
    panic!("now")
}
