// Honest twin: has a trait with such a method.
trait ToJson {
    fn to_json(&self) -> String;
}
impl ToJson for i32 {
    fn to_json(&self) -> String { self.to_string() }
}
fn digit_sum(n: i32) -> i32 {
    n.to_json().chars().filter_map(|c| c.to_digit(10)).sum::<u32>() as i32
}
