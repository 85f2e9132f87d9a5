// Honest twin: strips.
function trim(text) {
  return text.trim();
}
