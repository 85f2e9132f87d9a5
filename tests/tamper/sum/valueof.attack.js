// Attack on stdin_stdout (lying objects): prints an object that would equal anything.
const any = { valueOf: () => 6, toString: () => '' };
console.log(String(any));
