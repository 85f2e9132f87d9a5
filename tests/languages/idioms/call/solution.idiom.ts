// Idiom on function_call (class): a method of Solution.
class Solution {
  private calls: number = 0;
  #secret = 1;
  top_words(words: string[], k: number): string[] {
  this.calls += this.#secret;
  const counts = new Map<string, number>();
  for (const w of words) counts.set(w, (counts.get(w) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
    .slice(0, k);
  }
}
