// Runs a special judge, main.js beside this file. An exception that nobody catches would end Node with
// exit code 1, which is how judges reject: it ends by a signal instead, as a crash of other languages
// does.
'use strict';
process.on('uncaughtException', (error) => {
  try {
    require('fs').writeSync(2, `${(error && error.stack) || error}\n`);
  } finally {
    process.kill(process.pid, 'SIGABRT');
  }
});
process.argv[1] = require('path').join(__dirname, 'main.js');
require('module').runMain();
