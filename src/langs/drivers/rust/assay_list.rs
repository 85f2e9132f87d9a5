// A linked list is the list of its values. Its type is the candidate's, or the usual one.
use crate::assay_driver::{Failure, FromJson, Reader, ToJson};
use crate::ListNode;

impl FromJson for ListNode {
    fn from_json(reader: &mut Reader) -> Result<Self, Failure> {
        match Self::optional(reader)? {
            Some(head) => Ok(head),
            None => reader.fail("list with a node"),
        }
    }
    fn optional(
        reader: &mut Reader,
    ) -> Result<Option<Self>, Failure> {
        if reader.accept_word("null") {
            return Ok(None);
        }
        let values = Vec::from_json(reader)?;
        let mut head = None;
        for val in values.into_iter().rev() {
            let next = head.map(Box::new);
            head = Some(ListNode { val, next });
        }
        Ok(head)
    }
}

impl ToJson for ListNode {
    fn to_json(&self, out: &mut String) {
        out.push('[');
        self.val.to_json(out);
        let mut at = &self.next;
        while let Some(node) = at {
            out.push(',');
            node.val.to_json(out);
            at = &node.next;
        }
        out.push(']');
    }
    fn absent(out: &mut String) {
        out.push_str("[]");
    }
}
