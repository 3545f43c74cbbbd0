import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../../src/cli/run-program.ts'
import { openState } from '../../src/state/open-state.ts'
import { planogram } from '../support/command-line.ts'
import { surroundingsIn } from '../support/surroundings.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

const store = 'local http://127.0.0.1 http://127.0.0.1/files'

function newShop(config = ''): ShopFolder {
  const shop = shopFolder({ 'planogram.yaml': `stores: { local: { emulator: true } }\ndefault_store: local\n${config}` })
  onTestFinished(() => shop[Symbol.dispose]())
  return shop
}

/** A state with these runs, each a day before the next, and the lease of a process elsewhere. */
async function fill(shop: ShopFolder, runs: readonly string[]): Promise<string> {
  const path = join(shop.root, '.planogram', 'state.db')
  const state = await openState(path)
  for (const [index, id] of runs.entries()) {
    const at = `2020-01-${String(index + 10)}T00:00:00.000Z`
    const lease = await state.acquireLease({ store, holder: 'process 1 on elsewhere', at, expiresAt: at.replace('T00:00', 'T00:03') })
    await state.startRun({ id, store, planHash: id, at, plan: gzipSync(Buffer.alloc(9_000, id), { level: 0 }), fence: lease.fence })
    await state.endRun(id, lease.fence, { at, outcome: 'done' })
  }
  await state.close()
  return path
}

test('check prints what is in the state; a state that does not exist is empty, and is not created', async () => {
  const [shop, empty] = [newShop(), newShop()]
  await fill(shop, ['r1', 'r2'])

  const checked = await planogram(shop.root, ['state'])
  const json: unknown = JSON.parse((await planogram(shop.root, ['state', 'check', '--format', 'json'])).stdout)
  const nothing = await planogram(empty.root, ['state', 'check'])

  expect([checked.exitCode, checked.stdout.replace(/size .*/, 'size')]).toMatchInlineSnapshot(`
    [
      0,
      "file       .planogram/state.db
    version    7
    size
    runs       2 runs, 2 plans (18.0 KB)
    base       0 records as last applied
    pictures   0 overwritten pictures (0 B), 0 files remembered
    open runs  none
    requests   all settled
    lease      process 1 on elsewhere since 2020-01-11T00:00:00.000Z, until
               2020-01-11T00:03:00.000Z (local http://127.0.0.1
               http://127.0.0.1/files)
    No damage found in 5 rows.
    ",
    ]
  `)
  expect(json).toMatchObject({ format_version: '1', version: 7, runs: 2, problems: [], leases: [{ holder: 'process 1 on elsewhere' }] })
  expect([nothing.exitCode, nothing.stdout, existsSync(join(empty.root, '.planogram'))]).toEqual([
    0,
    expect.stringMatching(/^file {7}\.planogram\/state\.db \(not created yet\)\nversion {4}7\nsize {7}0 B\nruns {7}0 runs, 0 plans/),
    false,
  ])
})

test('a damaged state ends with exit code 1', async () => {
  const shop = newShop()
  const path = await fill(shop, ['r1'])
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  database.exec("INSERT INTO operation (run_id, id, step, attempts) VALUES ('gone', 'a', 's1', 0)")
  database.close()

  const checked = await planogram(shop.root, ['state', 'check'])

  expect([checked.exitCode, checked.stdout.split('\n').slice(-3)]).toEqual([
    1,
    ['Damaged: 1 problem.', '  rows of table operation that name a missing row of table run: 1', ''],
  ])
})

test('backup copies the state to a new file, and replaces none', async () => {
  const shop = newShop()
  await fill(shop, ['r1', 'r2'])
  writeFileSync(join(shop.root, 'mine.db'), 'mine')

  const copied = await planogram(shop.root, ['state', 'backup', 'copy.db'])
  const refused = await planogram(shop.root, ['state', 'backup', 'mine.db'])
  const document = await planogram(shop.root, ['state', 'backup', 'copy.yaml'])
  const copy = await openState(join(shop.root, 'copy.db'))

  expect([copied.exitCode, copied.stdout]).toEqual([0, 'Copied .planogram/state.db to copy.db.\n'])
  expect((await copy.runs()).map(({ id }) => id)).toEqual(['r2', 'r1'])
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('exists already; a backup never replaces a file.')])
  expect([document.exitCode, document.stderr]).toEqual([
    64,
    expect.stringContaining('`state backup` does not accept `copy.yaml`: it has the place and the name of a document of the catalogue.'),
  ])
  expect(statSync(join(shop.root, 'mine.db')).size).toBe(4)
  await copy.close()
})

test('prune keeps what `retention` says', async () => {
  const shop = newShop('retention: { runs: 2, days: 30 }\n')
  const path = await fill(shop, ['r1', 'r2', 'r3', 'r4'])

  const pruned = await planogram(shop.root, ['state', 'prune'])
  const state = await openState(path)

  expect([pruned.exitCode, pruned.stdout]).toEqual([
    0,
    expect.stringMatching(/^Deleted 2 runs and 0 overwritten pictures; [\d.]+ KB freed\.\n$/),
  ])
  expect((await state.runs()).map(({ id }) => id)).toEqual(['r4', 'r3'])
  await state.close()
})

test('unlock says whose lease it ends; without a terminal it needs --yes', async () => {
  const shop = newShop()
  const path = await fill(shop, ['r1'])

  const asked = await planogram(shop.root, ['state', 'unlock'])
  const ended = await planogram(shop.root, ['state', 'unlock', '--yes'])
  const nobody = await planogram(shop.root, ['state', 'unlock'])
  const state = await openState(path)

  const holder = `held by process 1 on elsewhere since 2020-01-10T00:00:00.000Z, until 2020-01-10T00:03:00.000Z (${store})\n`
  expect([asked.exitCode, asked.stderr.startsWith(holder)]).toEqual([5, true])
  expect([ended.exitCode, ended.stderr, ended.stdout]).toEqual([0, holder, 'Ended the lease of process 1 on elsewhere of store local.\n'])
  expect([nobody.exitCode, nobody.stdout]).toEqual([0, 'Nobody holds a lease of store local.\n'])
  expect(await state.leaseOf(store)).toBeNull()
  await state.close()
})

test('in a terminal unlock asks', async () => {
  const shop = newShop()
  await fill(shop, ['r1'])

  const answers = [await answered(shop.root, 'no\n'), await answered(shop.root, 'y\n')]

  expect(answers.map(([exitCode]) => exitCode)).toEqual([5, 0])
  expect(answers[0]?.[1]).toContain('End this lease? An apply that still runs stops at its next request. [y/N] The lease was not ended.')
  expect(answers[1]?.[1]).toContain('Ended the lease of process 1 on elsewhere of store local.')
})

/** Types a line at the question of `state unlock`; the exit code and what was printed. */
async function answered(cwd: string, line: string): Promise<readonly [number, string]> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  const texts: string[] = []
  output.on('data', (chunk: Buffer) => texts.push(chunk.toString('utf8')))
  stdin.write(line)
  const exitCode = await runProgram(['state', 'unlock', '--color', 'never'], surroundingsIn(cwd, { stdin, stdout: output, stderr: output }))
  return [exitCode, texts.join('')]
}

test('a file where none is taken, none where one is needed, and a wrong config are refused', async () => {
  const [shop, wrong] = [newShop(), newShop('retention: { runs: 0 }\n')]

  const refused = [
    await planogram(shop.root, ['state', 'backup']),
    await planogram(shop.root, ['state', 'check', 'file.db']),
    await planogram(wrong.root, ['state']),
  ]

  expect(refused.map(({ exitCode, stderr }) => `${exitCode} ${stderr.split('\n')[0] ?? ''}`)).toEqual([
    '64 error[wrong-usage]: `state backup` needs a file.',
    '64 error[wrong-usage]: `state check` takes no file.',
    expect.stringMatching(/^65 error\[config-invalid\]: planogram\.yaml: /),
  ])
})

test('the state of all stores and its runs are shown without a default_store; a lease is that of one store', async () => {
  using shop = shopFolder({ 'planogram.yaml': 'stores: { one: { emulator: true }, two: { emulator: true } }\n' })

  const [checked, listed, unlocked] = await Promise.all([
    planogram(shop.root, ['state']),
    planogram(shop.root, ['runs']),
    planogram(shop.root, ['state', 'unlock', '--yes']),
  ])

  expect([checked.exitCode, checked.stdout]).toEqual([0, expect.stringContaining('No damage found in 0 rows.')])
  expect([listed.exitCode, listed.stdout]).toEqual([0, 'No runs yet: `planogram apply` records one.\n'])
  expect([unlocked.exitCode, unlocked.stderr]).toEqual([64, expect.stringContaining('The config has 2 stores and no default_store.')])
})
