// Calls a candidate's JavaScript function for one test and answers with one JSON object on
// descriptor 3: `node assay_driver.js <function> [<types>]`, arguments from stdin. The candidate's code
// is main.js beside this file and runs as the main script, with require, module and exports. What
// TypeScript declared before it was compiled is in <types>. The protocol is in
// docs/internals/drivers.md.
'use strict';
{
  const fs = require('fs');
  const path = require('path');
  const Module = require('module');
  const vm = require('vm');

  const REPLY_FD = 3;
  const MAX_MESSAGE = 2000;
  const functionName = process.argv[2];
  const codeFile = path.join(__dirname, 'main.js');
  // Taken now: the candidate may replace them.
  const exit = process.exit.bind(process);
  const { isArray } = Array;
  const { stringify, parse: parseJson } = JSON;
  const { is, keys, getPrototypeOf } = Object;
  // {"parameters": [type, …], "returned": type}, as in TypeScript's source; null for JavaScript.
  const declaredTypes = process.argv.length > 3 ? parseJson(process.argv[3]) : null;

  class BadArguments extends Error {}
  class MissingFunction extends Error {}

  function readStdin() {
    const bytes = fs.readFileSync(0);
    // The candidate finds stdin empty: the lowest free descriptor is 0 once it is closed.
    fs.closeSync(0);
    fs.openSync('/dev/null', 'r');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  }

  // ---- JSON in: as JSON.parse, with NaN, Infinity and integers beyond 2^53 ----

  // JSON.parse serves unless the text holds what it would refuse or round.
  const NEEDS_OWN_PARSER = /NaN|Infinity|\d{16}/;

  function parseOwn(text) {
    let at = 0;
    const space = /[ \t\r\n]*/y;
    const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
    const string = /"(?:[^"\\]|\\.)*"/ys;
    const skip = () => { space.lastIndex = at; space.exec(text); at = space.lastIndex; };
    const take = (regex) => {
      regex.lastIndex = at;
      const match = regex.exec(text);
      if (match === null) throw new BadArguments(`stdin is not JSON at ${at}`);
      at = regex.lastIndex;
      return match;
    };
    const literals = [['true', true], ['false', false], ['null', null], ['NaN', NaN],
      ['Infinity', Infinity], ['-Infinity', -Infinity]];
    const members = (close, member) => {
      ++at;
      skip();
      if (text[at] === close) { ++at; return; }
      for (;;) {
        member();
        skip();
        const c = text[at++];
        if (c === close) return;
        if (c !== ',') throw new BadArguments(`stdin is not JSON at ${at - 1}`);
        skip();
      }
    };
    const value = () => {
      skip();
      const c = text[at];
      if (c === '"') return parseJson(take(string)[0]);
      if (c === '[') {
        const items = [];
        members(']', () => items.push(value()));
        return items;
      }
      if (c === '{') {
        const object = {};
        members('}', () => {
          const key = parseJson(take(string)[0]);
          skip();
          if (text[at++] !== ':') throw new BadArguments(`stdin is not JSON at ${at - 1}`);
          Object.defineProperty(object, key,
            { value: value(), enumerable: true, configurable: true, writable: true });
        });
        return object;
      }
      for (const [word, meaning] of literals) {
        if (text.startsWith(word, at)) { at += word.length; return meaning; }
      }
      const [digits, fraction, exponent] = take(number);
      const plain = Number(digits);
      return fraction || exponent || Number.isSafeInteger(plain) ? plain : BigInt(digits);
    };
    const result = value();
    skip();
    if (at !== text.length) throw new BadArguments('stdin holds more than one JSON value');
    return result;
  }

  function untag(value) {
    if (isArray(value)) return value.map(untag);
    if (value === null || typeof value !== 'object') return value;
    const names = keys(value);
    if (names.length === 1 && names[0][0] === '$') {
      const inner = value[names[0]];
      if (names[0] === '$float') {
        return { nan: NaN, inf: Infinity, '-inf': -Infinity }[inner];
      }
      if (names[0] === '$set') return new Set(untag(inner));
      if (names[0] === '$dict') return new Map(untag(inner));
      if (names[0] === '$bytes') return new Uint8Array(Buffer.from(inner, 'base64'));
    }
    for (const name of names) value[name] = untag(value[name]);
    return value;
  }

  function parseArguments(text) {
    const parsed = NEEDS_OWN_PARSER.test(text) ? parseOwn(text) : parseJson(text);
    if (!isArray(parsed)) throw new BadArguments('the arguments are not a JSON array');
    return text.includes('"$') ? untag(parsed) : parsed;
  }

  // ---- JSON out ----

  const open = new Set(); // containers being written: guards against values that contain themselves

  // JSON.stringify escapes lone surrogates; a dollar name must not look like a tag.
  function encode(x) {
    switch (typeof x) {
      case 'string': return stringify(x);
      case 'boolean': return x ? 'true' : 'false';
      case 'bigint': return BigInt.prototype.toString.call(x);
      case 'number': return encodeNumber(x);
      case 'undefined': return 'null';
      case 'object': break;
      default: return stringify({ $repr: typeof x });
    }
    if (x === null) return 'null';
    if (open.has(x)) return stringify({ $repr: className(x) });
    open.add(x);
    const text = encodeObject(x);
    open.delete(x);
    return text;
  }

  // JavaScript has no integer type: whole values are written as integers, with all their digits,
  // as far as JavaScript itself shows digits; all others with '.' or 'e'.
  function encodeNumber(x) {
    if (x !== x) return '{"$float":"nan"}';
    if (x === Infinity) return '{"$float":"inf"}';
    if (x === -Infinity) return '{"$float":"-inf"}';
    if (is(x, -0)) return '-0.0';
    if (Number.isInteger(x) && Math.abs(x) >= 2 ** 53 && Math.abs(x) < 1e21) return `${BigInt(x)}`;
    return String(x);
  }

  function className(x) {
    const prototype = getPrototypeOf(x);
    const made = prototype && prototype.constructor;
    return typeof made === 'function' ? String(made.name) : 'object';
  }

  function encodeObject(x) {
    if (isArray(x)) {
      const parts = [];
      for (let i = 0; i < x.length; ++i) parts.push(encode(x[i]));
      return `[${parts.join(',')}]`;
    }
    if (x instanceof Number || x instanceof String || x instanceof Boolean) {
      return encode(x.valueOf());
    }
    if (x instanceof Set) return `{"$set":[${[...x].map(encode).join(',')}]}`;
    if (x instanceof Map) return encodePairs([...x]);
    if (x instanceof ArrayBuffer) return encodeObject(new Uint8Array(x));
    if (Buffer.isBuffer(x)) return `{"$bytes":"${x.toString('base64')}"}`;
    if (ArrayBuffer.isView(x) && !(x instanceof DataView)) {
      return `[${Array.from(x, encode).join(',')}]`;
    }
    if (isNode(x, 'ListNode', 'next')) return encodeList(x);
    if (isNode(x, 'TreeNode', 'left')) return encodeTree(x);
    const prototype = getPrototypeOf(x);
    if (prototype === null || getPrototypeOf(prototype) === null) {
      return encodePairs(keys(x).map((name) => [name, x[name]]));
    }
    if (typeof x.toJSON === 'function' || x instanceof Error || x instanceof RegExp) {
      return stringify({ $repr: className(x) });
    }
    return encodePairs(keys(x).map((name) => [name, x[name]]));
  }

  function encodePairs(pairs) {
    if (pairs.every(([k]) => typeof k === 'string' && k[0] !== '$')) {
      return `{${pairs.map(([k, v]) => `${stringify(k)}:${encode(v)}`).join(',')}}`;
    }
    return `{"$dict":[${pairs.map(([k, v]) => `[${encode(k)},${encode(v)}]`).join(',')}]}`;
  }

  // ---- ListNode and TreeNode, which LeetCode's JavaScript names in a JSDoc comment ----

  function isNode(x, name, link) {
    return className(x) === name && 'val' in x && link in x;
  }

  function encodeList(head) {
    const values = [];
    const seen = new Set();
    for (let node = head; node; node = node.next) {
      if (seen.has(node)) return stringify({ $repr: 'ListNode' });
      seen.add(node);
      values.push(node.val);
    }
    return encode(values);
  }

  function encodeTree(root) {
    const values = [];
    const seen = new Set();
    const queue = [root];
    for (let i = 0; i < queue.length; ++i) {
      const node = queue[i];
      if (!node) { values.push(null); continue; }
      if (seen.has(node)) return stringify({ $repr: 'TreeNode' });
      seen.add(node);
      values.push(node.val);
      queue.push(node.left, node.right);
    }
    while (values.length && values[values.length - 1] === null) values.pop();
    return encode(values);
  }

  function makeList(values, ListNode) {
    let head = null;
    for (let i = values.length - 1; i >= 0; --i) {
      const node = new ListNode(values[i]);
      node.next = head;
      head = node;
    }
    return head;
  }

  function makeTree(values, TreeNode) {
    if (values.length === 0 || values[0] === null) return null;
    const root = new TreeNode(values[0]);
    const queue = [root];
    for (let i = 1, at = 0; i < values.length; ++at) {
      for (const side of ['left', 'right']) {
        if (i < values.length && values[i] !== null) {
          queue.push(queue[at][side] = new TreeNode(values[i]));
        }
        ++i;
      }
    }
    return root;
  }

  // `@param {ListNode} l1`, `@param {TreeNode[]} trees`, `@return {ListNode}` of the comment that
  // comes before the function.
  function documentedTypes(code) {
    const escaped = functionName.replace(/[$]/g, '\\$&');
    const definition = new RegExp(
      `(?:function\\s+${escaped}\\b|\\b${escaped}\\s*(?:=|\\())`).exec(code);
    if (definition === null) return { parameters: [], returned: null };
    const before = code.slice(0, definition.index);
    const start = before.lastIndexOf('/**');
    const comment = start < 0 ? '' : before.slice(start);
    // A comment with code after its end belongs to something else.
    if (/\*\/[\s\S]*[;}]/.test(comment)) return { parameters: [], returned: null };
    const returned = /@returns?\s*\{([^}]*)\}/.exec(comment);
    return {
      parameters: Array.from(comment.matchAll(/@param\s*\{([^}]*)\}/g), (m) => m[1]),
      returned: returned && returned[1],
    };
  }

  const nodeKind = (type) => (/\b(ListNode|TreeNode)\b/.exec(type || '') || [null])[0];

  function toNodes(value, type, classes) {
    const kind = nodeKind(type);
    if (kind === null || !isArray(value)) return value;
    if (/\[\]|Array/.test(type)) {
      const inner = type.replace(/\[\]|Array/, '');
      return value.map((v) => toNodes(v, inner, classes));
    }
    return kind === 'ListNode' ? makeList(value, classes.ListNode)
      : makeTree(value, classes.TreeNode);
  }

  // What JSON has no values for, where TypeScript declares it.
  function toDeclared(value, type = '') {
    const [bigs, numbers] = [/\bbigint\b/.test(type), /\bnumber\b/.test(type)];
    const convert = (x) => {
      if (isArray(x)) return x.map(convert);
      if (typeof x === 'number' && bigs && !numbers) return BigInt(x);
      return typeof x === 'bigint' && numbers && !bigs ? Number(x) : x;
    };
    const [, kind, key] = /^\s*(?:Readonly)?(Set|Map)\s*<\s*(number\b)?[^]*>\s*$/.exec(type) || [];
    if (kind === 'Set' && isArray(value)) return new Set(convert(value));
    if (kind !== 'Map' || value === null || getPrototypeOf(value) !== Object.prototype) return convert(value);
    return new Map(Object.entries(value).map(([k, v]) => [key ? Number(k) : k, convert(v)]));
  }

  const emptyNodes = (value, type) => ((value === null || value === undefined) && nodeKind(type)
    && !/\[\]|Array/.test(type) ? [] : value);

  // ---- the candidate's code ----

  const NODES = `
var ListNode = function ListNode(val, next) {
  this.val = (val === undefined ? 0 : val); this.next = (next === undefined ? null : next);
};
var TreeNode = function TreeNode(val, left, right) {
  this.val = (val === undefined ? 0 : val); this.left = (left === undefined ? null : left);
  this.right = (right === undefined ? null : right);
};`;

  // The code runs in a function scope, as node runs every script; what follows it looks up the
  // names it may have defined, which nothing outside that scope can.
  function load(code) {
    const lookup = (name) => `(() => { try { return ${name}; } catch { return undefined; } })()`;
    const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(functionName);
    const tail = `\n;return { module, Solution: ${lookup('Solution')}, ListNode: ${
      lookup('ListNode')}, TreeNode: ${lookup('TreeNode')}, found: ${
      isName ? lookup(functionName) : 'undefined'} };`;
    const main = new Module(codeFile, null);
    main.filename = codeFile;
    main.paths = Module._nodeModulePaths(__dirname);
    process.mainModule = main;
    require.main = main;
    Module._cache[codeFile] = main;
    process.argv.splice(1, process.argv.length - 1, codeFile);
    const definesNodes = /\b(?:class|function)\s+(?:ListNode|TreeNode)\b|\b(?:ListNode|TreeNode)\s*=/;
    if (!definesNodes.test(stripComments(code))) vm.runInThisContext(NODES);
    const compiled = vm.compileFunction(
      code.replace(/^#!.*/, '') + tail,
      ['exports', 'require', 'module', '__filename', '__dirname'], { filename: codeFile });
    const ownRequire = Module.createRequire(codeFile);
    ownRequire.main = main;
    return compiled.call(main.exports, main.exports, ownRequire, main, codeFile, __dirname);
  }

  const stripComments = (code) => code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

  function find(scope) {
    const { Solution, module, found } = scope;
    if (typeof Solution === 'function') {
      if (typeof Solution.prototype?.[functionName] === 'function') {
        const solution = new Solution();
        return solution[functionName].bind(solution);
      }
      if (typeof Solution[functionName] === 'function') {
        return Solution[functionName].bind(Solution);
      }
    }
    if (typeof found === 'function') return found;
    const exported = module.exports;
    if (exported && typeof exported[functionName] === 'function') return exported[functionName];
    if (typeof exported === 'function' && exported.name === functionName) return exported;
    if (typeof globalThis[functionName] === 'function') return globalThis[functionName];
    throw new MissingFunction(`there is no function ${stringify(functionName)}`);
  }

  // ---- the end ----

  function reply(text) {
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.length;) at += fs.writeSync(REPLY_FD, bytes, at);
  }

  function fail(kind, error) {
    let type = typeof error;
    let message = '';
    try {
      if (error !== null && type === 'object') type = className(error);
      if (error instanceof MissingFunction) type = 'ReferenceError';
      message = String(error instanceof Error ? error.message : error).slice(0, MAX_MESSAGE);
      fs.writeSync(2, `${error instanceof Error ? error.stack : `Uncaught ${message}`}\n`);
    } catch { /* an exception that cannot be shown is still one */ }
    reply(`{"status":"error","kind":"${kind}","type":${stringify(type)},"message":${
      stringify(message)}}`);
    exit(1);
  }

  function step(kind, action) {
    try {
      return action();
    } catch (error) {
      return fail(error instanceof MissingFunction ? 'missing_function' : kind, error);
    }
  }

  function answer(result, args, types) {
    const text = step('unserializable', () => {
      const shown = emptyNodes(result, types.returned);
      const value = encode(shown);
      if (shown !== null && shown !== undefined) return `{"status":"ok","value":${value}}`;
      // What no function can change says nothing about it.
      if (typeof args[0] !== 'object') return `{"status":"ok","value":${value}}`;
      const after = args.map((a, i) => emptyNodes(a, types.parameters[i]));
      return `{"status":"ok","value":${value},"args":${encode(after)}}`;
    });
    reply(text);
    exit(0);
  }

  const args = step('bad_arguments', () => parseArguments(readStdin()));
  const code = fs.readFileSync(codeFile, 'utf8').replace(/^\uFEFF/, '');
  const types = declaredTypes || documentedTypes(code);
  process.on('uncaughtException', (error) => fail('exception', error));
  const scope = step('exception', () => load(code));
  const target = step('exception', () => find(scope));
  const classes = {
    ListNode: scope.ListNode || globalThis.ListNode,
    TreeNode: scope.TreeNode || globalThis.TreeNode,
  };
  const result = step('exception', () => {
    for (let i = 0; i < args.length; ++i) {
      const type = types.parameters[i];
      args[i] = toNodes(declaredTypes ? toDeclared(args[i], type) : args[i], type, classes);
    }
    return target(...args);
  });
  if (result !== null && typeof result === 'object' && typeof result.then === 'function') {
    // Ends without an answer when nothing settles the promise.
    result.then((value) => answer(value, args, types), (error) => fail('exception', error));
  } else {
    answer(result, args, types);
  }
}
