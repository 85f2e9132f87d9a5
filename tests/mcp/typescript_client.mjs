// The official SDKs in TypeScript as clients; started by check_clients.py.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const names = ['url', 'assay', 'problem', 'node'];
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const given = parseArgs({ options }).values;
const require = createRequire(path.resolve(given.node, 'here.js'));

const SUM = 'a, b = map(int, input().split())\nprint(a + b)\n';
const TESTS = [{ input: '1 2\n', expected: '3' }];
const SLOW = "import time\ntime.sleep(2.5)\nprint('done')\n";

// The script. The SDK itself checks every message against the protocol's types, and every structured
// content against its tool's schema, once the tools are listed. `call`: a tool, with options.
async function play(client, call, problem) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ['run_code', 'verify', 'check_math']);
  const ran = await call({ name: 'run_code', arguments: { language: 'python', code: SUM, stdin: '3 4' } });
  assert.equal(ran.structuredContent.stdout, '7\n');
  const right = await call({ name: 'verify', arguments: { language: 'python', code: SUM, tests: TESTS } });
  assert.equal(right.structuredContent.verdict, 'AC');
  const wrong = await call({ name: 'verify', arguments: { language: 'python', code: 'print(4)', tests: TESTS } });
  assert.equal(wrong.structuredContent.verdict, 'WA');
  const math = await call({ name: 'check_math', arguments: { gold: '\\frac{1}{2}', response: '\\boxed{0.5}' } });
  assert.equal(math.structuredContent.verdict, 'correct');
  const faulty = await call({ name: 'verify', arguments: { language: 'klingon', code: 'x', tests: TESTS } });
  assert.ok(faulty.isError && faulty.content[0].text.includes('language'));
  const seen = [];
  const slow = await call({ name: 'run_code', arguments: { language: 'python', code: SLOW } },
    { onprogress: (progress) => seen.push(progress.progress) });
  assert.equal(slow.structuredContent.stdout, 'done\n');
  assert.ok(seen.length > 0);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 2000);
  await assert.rejects(call(
    { name: 'run_code', arguments: { language: 'python', code: 'while True: pass', cpu_time_s: 600 } },
    { signal: abort.signal }));
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.deepEqual(resourceTemplates.map((each) => each.uriTemplate), ['assay://problems/{sha256}']);
  await client.listResources();
  if (problem) {
    const uri = `assay://problems/${problem}`;
    const { resources } = await client.listResources();
    assert.ok(resources.some((each) => each.uri === uri));
    const { contents } = await client.readResource({ uri });
    assert.equal(JSON.parse(contents[0].text).tests, 1);
    assert.ok(!contents[0].text.includes('secret'));
    const stored = await call({ name: 'verify',
      arguments: { language: 'python', problem_sha256: uri, code: 'print(input())' } });
    assert.equal(stored.structuredContent.verdict, 'WA');
    assert.ok(!JSON.stringify(stored).includes('secret'));
  }
  await assert.rejects(client.readResource({ uri: 'assay://problems/' + '0'.repeat(64) }), /there is no resource/);
}

const version1 = {
  name: '@modelcontextprotocol/sdk',
  Client: require('@modelcontextprotocol/sdk/client/index.js').Client,
  Stdio: require('@modelcontextprotocol/sdk/client/stdio.js').StdioClientTransport,
  Http: require('@modelcontextprotocol/sdk/client/streamableHttp.js').StreamableHTTPClientTransport,
  call: (client) => (params, options) => client.callTool(params, undefined, options),
  modes: [undefined],
};
const modern = require('@modelcontextprotocol/client');
const version2 = {
  name: '@modelcontextprotocol/client',
  Client: modern.Client,
  Stdio: require('@modelcontextprotocol/client/stdio').StdioClientTransport,
  Http: modern.StreamableHTTPClientTransport,
  call: (client) => (params, options) => client.callTool(params, options),
  modes: ['legacy', 'auto', { pin: '2026-07-28' }],
};

for (const sdk of [version1, version2]) {
  const transports = {
    http: [() => new sdk.Http(new URL(given.url + '/mcp')), given.problem],
    'stdio to a server': [() => new sdk.Stdio({ command: given.assay, args: ['mcp', '--url', given.url] }),
      given.problem],
    stdio: [() => new sdk.Stdio({ command: given.assay, args: ['mcp', '--slots', '2'] }),
      undefined],
  };
  for (const [how, [transport, problem]] of Object.entries(transports)) {
    for (const mode of sdk.modes) {
      const client = new sdk.Client({ name: 'check', version: '1' }, mode ? { versionNegotiation: { mode } } : {});
      await client.connect(transport());
      assert.equal(client.getServerVersion().name, 'assay');
      await play(client, sdk.call(client), problem);
      await client.close();
      console.log(`ok  ${sdk.name}, ${how}, mode ${mode ? JSON.stringify(mode) : 'its only one'}`);
    }
  }
}
