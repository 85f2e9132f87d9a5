#include <stdio.h>
#include <string.h>

static char line[100002], stack[100002];

static char partner(char closing) { return closing == ')' ? '(' : closing == ']' ? '[' : '{'; }

int main(void) {
  if (!fgets(line, sizeof line, stdin)) line[0] = 0;
  int depth = 0, ok = 1;
  for (char *c = line; *c && *c != '\n' && ok; ++c) {
    if (strchr("([{", *c)) stack[depth++] = *c;
    else ok = depth > 0 && stack[--depth] == partner(*c);
  }
  puts(ok && depth == 0 ? "yes" : "no");
  return 0;
}
