// Idiom on function_call (types): overloaded, with interfaces, an enum and generics.
enum Order { Up, Down }
interface Entry<T> { readonly key: T; count: number }
function counted<T extends string>(items: T[]): Entry<T>[] {
  const all: Record<string, Entry<T>> = {};
  for (const key of items) (all[key] ??= { key, count: 0 }).count++;
  return Object.values(all);
}
function top_words(words: string[], k: number): string[];
function top_words(words: string[], k: number, order?: Order): string[];
function top_words(words: string[], k: number, order: Order = Order.Down): string[] {
  const sign = order === Order.Down ? 1 : -1;
  return counted(words)
    .sort((a, b) => sign * (b.count - a.count) || (a.key < b.key ? -1 : 1))
    .map(({ key }) => key)
    .slice(0, k);
}
