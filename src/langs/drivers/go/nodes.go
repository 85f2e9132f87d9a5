package assaydriver

import "reflect"

// Linked lists and binary trees are known by their fields, whatever the type is called.

func isList(t reflect.Type) bool {
	return isNode(t, "Next")
}

func isTree(t reflect.Type) bool {
	return isNode(t, "Left") && isNode(t, "Right")
}

func isNode(t reflect.Type, link string) bool {
	if t.Kind() != reflect.Ptr || t.Elem().Kind() != reflect.Struct {
		return false
	}
	_, hasValue := t.Elem().FieldByName("Val")
	field, hasLink := t.Elem().FieldByName(link)
	return hasValue && hasLink && field.Type == t
}

func (in *reader) list(target reflect.Value) {
	at := target
	in.array(func() {
		node := reflect.New(target.Type().Elem())
		in.value(node.Elem().FieldByName("Val"))
		at.Set(node)
		at = node.Elem().FieldByName("Next")
	})
}

func (in *reader) tree(target reflect.Value) {
	places := []reflect.Value{target} // where the nodes to come belong, level by level
	in.array(func() {
		if len(places) == 0 {
			in.fail("tree")
		}
		place := places[0]
		places = places[1:]
		if in.acceptWord("null") {
			return
		}
		node := reflect.New(target.Type().Elem())
		in.value(node.Elem().FieldByName("Val"))
		place.Set(node)
		places = append(places, node.Elem().FieldByName("Left"), node.Elem().FieldByName("Right"))
	})
}

func (out *writer) nodeList(head reflect.Value) {
	var nodes []reflect.Value
	seen := map[uintptr]bool{}
	for node := head; !node.IsNil(); node = node.Elem().FieldByName("Next") {
		if seen[node.Pointer()] {
			out.unknown(head.Type().Elem())
			return
		}
		seen[node.Pointer()] = true
		nodes = append(nodes, node)
	}
	out.list(len(nodes), func(i int) { out.value(nodes[i].Elem().FieldByName("Val"), 1) })
}

func (out *writer) tree(root reflect.Value) {
	nodes := []reflect.Value{root}
	seen := map[uintptr]bool{}
	end := 0 // behind the last node: holes at the end are left out
	for i := 0; i < len(nodes); i++ {
		node := nodes[i]
		if node.IsNil() {
			continue
		}
		if seen[node.Pointer()] {
			out.unknown(root.Type().Elem())
			return
		}
		seen[node.Pointer()] = true
		end = i + 1
		nodes = append(nodes, node.Elem().FieldByName("Left"), node.Elem().FieldByName("Right"))
	}
	out.list(end, func(i int) {
		if nodes[i].IsNil() {
			out.text("null")
		} else {
			out.value(nodes[i].Elem().FieldByName("Val"), 1)
		}
	})
}
