// Idiom on function_call (types): a namespace, as const, satisfies and a generator.
namespace Words {
  export const limits = { least: 0 } as const satisfies Record<string, number>;
  export function* entries(words: string[]): Generator<[string, number]> {
    const seen = new Set(words);
    for (const w of seen) yield [w, words.filter((x) => x === w).length];
  }
}
function top_words(words: string[], k: number): string[] {
  return [...Words.entries(words)]
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .slice(Words.limits.least, k)
    .map(([w]) => w);
}
