// A tree is its values level by level, with null for holes and none at the end. Its type is the
// candidate's, or the usual one.
use crate::assay_driver::{Failure, FromJson, Reader, ToJson};
use crate::TreeNode;
use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

impl FromJson for TreeNode {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        match Self::optional(reader)? {
            Some(root) => Ok(root),
            None => reader.fail("tree with a node"),
        }
    }
    fn optional(reader: &mut Reader) -> Result<Option<Self>, Failure> {
        if reader.accept_word("null") {
            return Ok(None);
        }
        let values: Vec<Option<_>> = Vec::from_json(reader)?;
        // Each node has the next two values that no node before it has.
        let mut children = Vec::with_capacity(values.len());
        let mut next = 1;
        for (i, value) in values.iter().enumerate() {
            if i >= next {
                return Err(Failure(String::from("the argument is no tree: values without a parent")));
            }
            children.push(next);
            next += if value.is_some() { 2 } else { 0 };
        }
        let mut nodes: Vec<Option<TreeNode>> = values.iter().map(|_| None).collect();
        for (i, value) in values.into_iter().enumerate().rev() {
            if let Some(val) = value {
                let left = take(&mut nodes, children[i]);
                let right = take(&mut nodes, children[i] + 1);
                nodes[i] = Some(TreeNode { val, left, right });
            }
        }
        Ok(nodes.into_iter().next().and_then(|root| root))
    }
}

fn take(nodes: &mut [Option<TreeNode>], i: usize) -> Option<Rc<RefCell<TreeNode>>> {
    let node = nodes.get_mut(i)?.take()?;
    Some(Rc::new(RefCell::new(node)))
}

impl ToJson for TreeNode {
    fn to_json(&self, out: &mut String) {
        let mut items = String::new();
        self.val.to_json(&mut items);
        let mut end = items.len(); // behind the last value: holes at the end are left out
        let mut queue = VecDeque::new();
        queue.push_back(self.left.clone());
        queue.push_back(self.right.clone());
        let mut seen = HashSet::new();
        while let Some(node) = queue.pop_front() {
            items.push(',');
            let node = match node {
                Some(node) => node,
                None => {
                    items.push_str("null");
                    continue;
                }
            };
            if !seen.insert(Rc::as_ptr(&node)) {
                out.push_str("{\"$repr\":\"TreeNode\"}");
                return;
            }
            let node = node.borrow();
            node.val.to_json(&mut items);
            end = items.len();
            queue.push_back(node.left.clone());
            queue.push_back(node.right.clone());
        }
        out.push('[');
        out.push_str(&items[..end]);
        out.push(']');
    }
    fn absent(out: &mut String) {
        out.push_str("[]");
    }
}
