// Idiom on function_call (generics): generic helpers and cmp.
import (
	"cmp"
	"slices"
)

type pair[T cmp.Ordered] struct {
	key   T
	count int
}

func count[T cmp.Ordered](items []T) []pair[T] {
	counts := map[T]int{}
	for _, x := range items {
		counts[x]++
	}
	var all []pair[T]
	for key, n := range counts {
		all = append(all, pair[T]{key, n})
	}
	return all
}

func top_words(words []string, k int) (found []string) {
	all := count(words)
	slices.SortFunc(all, func(a, b pair[string]) int {
		if c := cmp.Compare(b.count, a.count); c != 0 {
			return c
		}
		return cmp.Compare(a.key, b.key)
	})
	for i := 0; i < min(k, len(all)); i++ {
		found = append(found, all[i].key)
	}
	return
}
