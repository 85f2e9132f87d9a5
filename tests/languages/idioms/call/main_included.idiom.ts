// Idiom on function_call (main): with the tests it was written with.
function top_words(words: string[], k: number): string[] {
  const counts = new Map<string, number>();
  for (const w of words) counts.set(w, (counts.get(w) ?? 0) + 1);
  return [...counts.keys()]
    .sort((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
    .slice(0, k);
}

console.log(top_words(["a"], 1));
if (typeof require !== "undefined" && require.main === module) {
  console.assert(top_words([], 1).length === 0);
}
declare var require: any;
declare var module: any;
