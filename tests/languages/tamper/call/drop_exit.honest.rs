// Honest twin: has a value with an end of its own.
struct Note(i32);
impl Drop for Note {
    fn drop(&mut self) { eprintln!("{} is done", self.0); }
}
fn digit_sum(n: i32) -> i32 {
    let _note = Note(n);
    let mut n = (n as i64).abs();
    let mut s = 0;
    while n > 0 {
        s += (n % 10) as i32;
        n /= 10;
    }
    s
}
