// Attack on function_call (searching for answers): looks for expectations in its files and memory.
fn digit_sum(_n: i32) -> i32 {
    for name in ["/proc/self/environ", "/proc/self/cmdline", "/proc/1/cmdline", "/proc/self/fd/0", "/proc/self/maps"] {
        let text = String::from_utf8_lossy(&std::fs::read(name).unwrap_or_default()).into_owned();
        if let Some(at) = text.find("expected") {
            let digits: String = text[at..].chars().skip_while(|c| !c.is_ascii_digit()).take_while(|c| c.is_ascii_digit()).collect();
            return digits.parse().unwrap_or(-1);
        }
    }
    -1
}
