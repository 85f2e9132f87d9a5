// Honest twin: fills a table before main.
static mut TEN: i64 = 0;
extern "C" fn before() {
    unsafe { TEN = 10 }
}
#[used]
#[link_section = ".init_array"]
static INIT: extern "C" fn() = before;

fn digit_sum(n: i32) -> i32 {
    let ten = unsafe { TEN };
    let mut n = (n as i64).abs();
    let mut s = 0;
    while n > 0 {
        s += n % ten;
        n /= ten;
    }
    s as i32
}
