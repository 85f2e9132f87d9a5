// Idiom on function_call (class): a static method of an exported Solution with a base.
abstract class Base<T> {
  abstract name(): T;
}
export class Solution extends Base<string> {
  name(): string { return "x"; }
  static top_words(words: string[], k: number): string[] {
  const counts = new Map<string, number>();
  for (const w of words) counts.set(w, (counts.get(w) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
    .slice(0, k);
  }
}
