// Idiom on function_call (class): a method of Solution.
type Solution struct{}

func (s Solution) top_words(words []string, k int) []string {
	counts := map[string]int{}
	for _, w := range words {
		counts[w]++
	}
	all := []string{}
	for w := range counts {
		all = append(all, w)
	}
	sort.Slice(all, func(i, j int) bool {
		if counts[all[i]] != counts[all[j]] {
			return counts[all[i]] > counts[all[j]]
		}
		return all[i] < all[j]
	})
	if len(all) > k {
		all = all[:k]
	}
	return all
}
