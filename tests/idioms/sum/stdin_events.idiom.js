// Idiom on stdin (reading): listens to data and end of process.stdin.
'use strict';
process.stdin.resume();
process.stdin.setEncoding('utf-8');
let inputString = '';
let currentLine = 0;
process.stdin.on('data', (inputStdin) => { inputString += inputStdin; });
process.stdin.on('end', () => { inputString = inputString.split('\n'); main(); });
function readLine() { return inputString[currentLine++]; }
function main() { readLine(); console.log(readLine().trim().split(' ').map(Number).reduce((a, b) => a + b)); }
