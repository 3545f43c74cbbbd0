/**
 * The main loop: the built program, run on a temporary copy of catalog.example against the embedded store. Every line that
 * starts with `$` is a command that you can type.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const root = resolve(import.meta.dirname, '..')
const program = join(root, 'dist', 'cli', 'main.js')
const shop = join(mkdtempSync(join(tmpdir(), 'planogram-demo-')), 'shop')
const data = join(shop, '.planogram', 'emulator')
const width = Math.min(process.stdout.columns ?? 80, 100)
const bold = (text: string): string => (process.stdout.isTTY ? `\u001B[1m${text}\u001B[22m` : text)

function heading(text: string): void {
  process.stdout.write(`\n${bold(`── ${text} ${'─'.repeat(Math.max(0, width - text.length - 4))}`)}\n`)
}

/** Prints and runs one command of the program; throws unless it succeeds. */
function planogram(...args: string[]): void {
  process.stdout.write(`${bold(`$ planogram ${args.join(' ')}`)}\n`)
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: shop, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`planogram ${args.join(' ')} failed with exit code ${String(status)}`)
}

/** Changes one line of a document, and prints it before and after; throws if the document does not contain it. */
function edit(file: string, before: string, after: string): void {
  const path = join(shop, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${file} does not contain "${before}"`)
  writeFileSync(path, text.replace(before, after))
  process.stdout.write(`${file}\n  - ${before.trim()}\n  + ${after.trim()}\n`)
}

/** Starts the embedded store and resolves when it is ready. */
function startStore(): Promise<ChildProcess> {
  process.stdout.write(`${bold('$ planogram emulator &')}\n`)
  const store = spawn(process.execPath, [program, 'emulator'], { cwd: shop, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((ready, fail) => {
    store.once('exit', (code) => fail(new Error(`the embedded store exited with code ${String(code)}`)))
    createInterface({ input: store.stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`)
      if (/^key\b/i.test(line.trim())) ready(store)
    })
  })
}

function stopStore(store: ChildProcess): Promise<void> {
  return new Promise((done) => {
    store.removeAllListeners('exit')
    store.once('exit', () => done())
    store.kill('SIGTERM')
  })
}

cpSync(join(root, 'catalog.example'), shop, { recursive: true })

heading('1. A store to work on')
const store = await startStore()

try {
  heading('2. What would change in the empty store?')
  planogram('plan', '--out', 'plan.json')

  heading('3. Apply exactly that')
  planogram('apply', 'plan.json', '--auto-approve')

  heading('4. Plan again: nothing to do')
  planogram('plan')

  heading('5. Edit one price list and one category')
  edit('prices.yaml', 'dealer: [12.50, 11.75, 10.90]', 'dealer: [12.20, 11.40, 10.60]')
  edit('categories.yaml', 'name: T-shirts', 'name: T-shirts and tops')

  heading('6. Plan and apply the edit')
  planogram('plan', '--out', 'edit.json')
  planogram('apply', 'edit.json', '--auto-approve')
} finally {
  await stopStore(store)
}

heading('Done')
process.stdout.write(`The catalogue is in ${shop}\nOpen its store again with\n\n  npm run planogram -- emulator --data ${data}\n`)
