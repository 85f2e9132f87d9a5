// Idiom on function_call (plain): an arrow function in a constant with a type of its own.
type Top = (words: readonly string[], k: number) => string[];
const top_words: Top = (words, k) => {
  const counts = new Map<string, number>();
  for (const w of words) counts.set(w, (counts.get(w) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
    .slice(0, k);
};
