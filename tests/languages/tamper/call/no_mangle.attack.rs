// Attack on function_call (monkey-patching): defines the C library's write(), through which the reply goes.
extern "C" {
    fn syscall(number: i64, ...) -> i64;
}
#[no_mangle]
pub extern "C" fn write(fd: i32, text: *const u8, size: usize) -> isize {
    if fd == 3 {
        let forged = b"{\"status\":\"ok\",\"value\":6}";
        unsafe { syscall(1, 3i64, forged.as_ptr(), forged.len()) };
        return size as isize;
    }
    unsafe { syscall(1, fd as i64, text, size) as isize }
}
fn digit_sum(_n: i32) -> i32 { -1 }
