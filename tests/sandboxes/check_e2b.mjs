// E2B's released JavaScript SDK, unmodified, against a server with sandboxes, from its environment alone.
//
//   node check_e2b.mjs URL FOLDER      FOLDER has node_modules/e2b (npm install --prefix)
import assert from 'node:assert'
import { createRequire } from 'node:module'

const [url, folder] = process.argv.slice(2)
Object.assign(process.env, { E2B_API_URL: url, E2B_SANDBOX_URL: url, E2B_VALIDATE_API_KEY: 'false' })
process.env.E2B_API_KEY ??= 'none'
const e2b = createRequire(`${folder}/package.json`)('e2b')
const { Sandbox, CommandExitError, NotFoundError, TimeoutError } = e2b

async function commands(box) {
  const ran = await box.commands.run('echo $GREETING; echo err >&2')
  assert.deepEqual([ran.stdout, ran.stderr, ran.exitCode], ['hello\n', 'err\n', 0])
  await assert.rejects(box.commands.run('exit 7'), (error) => error instanceof CommandExitError && error.exitCode === 7)
  await assert.rejects(box.commands.run('sleep 600', { timeoutMs: 1000 }), TimeoutError)
  const large = await box.commands.run("head -c 3000000 /dev/zero | tr '\\0' x")
  assert.equal(large.stdout.length, 3000000)
  const cat = await box.commands.run('cat; echo done', { background: true, stdin: true })
  await box.commands.sendStdin(cat.pid, 'line\n')
  await box.commands.closeStdin(cat.pid)
  assert.equal((await cat.wait()).stdout, 'line\ndone\n')
  const sleeper = await box.commands.run('sleep 600', { background: true })
  const other = await box.commands.connect(sleeper.pid)
  assert.equal(await box.commands.kill(sleeper.pid), true)
  await assert.rejects(sleeper.wait())
  await assert.rejects(other.wait())
}

async function terminal(box) {
  let said = ''
  const process = await box.pty.create({ cols: 80, rows: 24, onData: (bytes) => { said += Buffer.from(bytes) } })
  await box.pty.resize(process.pid, { cols: 100, rows: 30 })
  await box.pty.sendInput(process.pid, Buffer.from('stty size; exit\n'))
  await process.wait()
  assert.match(said, /30 100/)
}

async function files(box) {
  const home = (await box.commands.run('echo -n ~')).stdout
  const binary = new Uint8Array(1 << 20).map((_, i) => i * 7)
  assert.equal((await box.files.write('d/a.bin', new Blob([binary]))).path, `${home}/d/a.bin`)
  assert.deepEqual(await box.files.read('d/a.bin', { format: 'bytes' }), binary)
  await box.files.write([{ path: 'm1', data: '1' }, { path: '/tmp/m 2', data: 'zwei' }])
  assert.equal(await box.files.read('/tmp/m 2'), 'zwei')
  assert.deepEqual([await box.files.makeDir('n'), await box.files.makeDir('n')], [true, false])
  assert.equal((await box.files.getInfo('m1')).size, 1)
  assert.equal((await box.files.rename('m1', 'm3')).path, `${home}/m3`)
  assert((await box.files.list('.')).some((entry) => entry.name === 'm3'))
  await box.files.remove('m3')
  assert.equal(await box.files.exists('m3'), false)
  await assert.rejects(box.files.read('nope'), NotFoundError)
  assert.equal((await fetch(await box.downloadUrl('d/a.bin'))).status, 200)
}

async function lifetimes(box) {
  const page = await Sandbox.list({ query: { metadata: { run: 'j s&x' } } }).nextItems()
  assert.deepEqual(page.map((one) => one.sandboxId), [box.sandboxId])
  await box.setTimeout(60000)
  assert.equal(await box.pause(), true)
  assert.equal(await box.isRunning(), false)
  const again = await Sandbox.connect(box.sandboxId)
  assert.equal((await again.commands.run('echo x')).stdout, 'x\n')
  assert.equal(await box.kill(), true)
  assert.equal(await box.isRunning(), false)
  await assert.rejects(box.commands.run('true'))
  await assert.rejects(Sandbox.connect('sb-none'), NotFoundError)
}

const box = await Sandbox.create({ timeoutMs: 120000, metadata: { run: 'j s&x' }, envs: { GREETING: 'hello' } })
for (const part of [commands, terminal, files, lifetimes]) await part(box)
console.log('e2b (JavaScript): passed')
