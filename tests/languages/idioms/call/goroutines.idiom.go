// Idiom on function_call (concurrency): counts in goroutines under a lock.
func top_words(words []string, k int) []string {
	var lock sync.Mutex
	var all sync.WaitGroup
	counts := map[string]int{}
	for _, w := range words {
		all.Add(1)
		go func(w string) {
			defer all.Done()
			lock.Lock()
			defer lock.Unlock()
			counts[w]++
		}(w)
	}
	all.Wait()
	var names []string
	for w := range counts {
		names = append(names, w)
	}
	sort.Strings(names)
	sort.SliceStable(names, func(i, j int) bool { return counts[names[i]] > counts[names[j]] })
	if len(names) > k {
		names = names[:k]
	}
	return names
}
