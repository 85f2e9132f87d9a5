// Idiom on function_call (structs): a heap with its five methods.
import "container/heap"

type item struct {
	word  string
	count int
}
type queue []item

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].count > q[j].count || q[i].count == q[j].count && q[i].word < q[j].word
}
func (q queue) Swap(i, j int)       { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x interface{}) { *q = append(*q, x.(item)) }
func (q *queue) Pop() interface{} {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

func top_words(words []string, k int) []string {
	counts := map[string]int{}
	for _, w := range words {
		counts[w]++
	}
	q := &queue{}
	for w, n := range counts {
		heap.Push(q, item{w, n})
	}
	var found []string
	for ; k > 0 && q.Len() > 0; k-- {
		found = append(found, heap.Pop(q).(item).word)
	}
	return found
}
