import { copyFileSync, cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const config = 'stores: { local: { emulator: true } }\ndefault_store: local\nmanage: { prune: { products: retire } }\n'
const tee = 'products:\n  TEE: { title: Tee, price: 10, brand: Northwind, weight: 0.2 }\n'
const mug = 'products:\n  MUG: { title: Mug, price: 8, brand: Northwind, weight: 0.3 }\n'
const foreign = 'note: The state is of another embedded store: no removal is planned, and the plan does not say who changed what.\n'

/** A folder whose embedded store has a tee and a mug, applied from its catalogue. */
async function appliedFolder(): Promise<string> {
  const shop = shopFolder({ 'planogram.yaml': config, 'tee.yaml': tee, 'mug.yaml': mug })
  onTestFinished(() => shop[Symbol.dispose]())
  await succeed(shop.root, 'apply', '--auto-approve')
  return shop.root
}

async function succeed(root: string, ...argv: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await planogram(root, argv)
  if (exitCode !== 0) throw new Error(`${exitCode}: ${stdout}${stderr}`)
  return stdout
}

function stateIn(root: string): string {
  return join(root, '.planogram', 'state.db')
}

/** Changes the store as if it had been created by a planogram that gave stores no id. */
function withoutId(root: string): void {
  change(join(root, '.planogram', 'emulator', 'store.db'), 'DROP TABLE _store')
}

/** Changes the state as if it had been written by a planogram that knew stores by their address alone. */
function byAddress(root: string): void {
  const tables = ['run', 'remembered_file', 'lease', 'base_store']
  change(stateIn(root), tables.map((table) => `UPDATE ${table} SET store = 'local http://127.0.0.1 http://127.0.0.1/files'`).join(';'))
}

function change(file: string, statements: string): void {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}

test('a state from another folder is foreign: no removal, no drift and no undo, and the plan says so in one line', async () => {
  const [own, other] = [await appliedFolder(), await appliedFolder()]
  const [run = ''] = (await succeed(other, 'runs', '--format', 'json')).match(/\d{8}-\d{6}-[0-9a-f]{4}/) ?? []
  copyFileSync(stateIn(other), stateIn(own))
  rmSync(join(own, 'mug.yaml'))

  const planned = await succeed(own, 'plan')
  const drift = await planogram(own, ['drift'])
  const undo = await planogram(own, ['undo', run, '--auto-approve'])
  const resumed = await planogram(own, ['apply', '--resume', '--auto-approve'])

  expect(planned).toContain(foreign)
  expect(planned).toContain('No changes. The store matches the catalogue.')
  expect([drift.exitCode, drift.stderr]).toEqual([
    1,
    expect.stringContaining('The state is of another embedded store: it is not known what was last applied to store local.\n'),
  ])
  expect([undo.exitCode, undo.stderr]).toEqual([
    64,
    expect.stringContaining(`Run ${run} wrote to another embedded store than that of this folder, also named local.`),
  ])
  expect([resumed.exitCode, resumed.stderr]).toEqual([0, expect.stringContaining('No run of store local can be resumed.')])
})

test('a folder that was moved or copied with both files keeps its state; a store that was created again is another one', async () => {
  const root = await appliedFolder()
  const [copied, moved] = [`${root}-copied`, `${root}-moved`]
  onTestFinished(() => [copied, moved].forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  cpSync(root, copied, { recursive: true })
  renameSync(root, moved)
  for (const folder of [copied, moved]) rmSync(join(folder, 'mug.yaml'))

  const plans = [await succeed(copied, 'plan'), await succeed(moved, 'plan')]
  rmSync(join(moved, '.planogram', 'emulator'), { recursive: true })
  const again = await succeed(moved, 'plan')
  await succeed(moved, 'apply', '--auto-approve')
  const quiet = await succeed(moved, 'plan')

  const retired = '~ product MUG "Mug"  inactive, no longer in the catalogue  mug.yaml:2\n'
  expect(plans).toEqual([expect.stringContaining(retired), expect.stringContaining(retired)])
  expect(again).toContain(foreign)
  expect(quiet).not.toContain('another embedded store')
})

test('a plan that was saved for another embedded store is stale', async () => {
  const [own, other] = [await appliedFolder(), await appliedFolder()]
  for (const root of [own, other]) rmSync(join(root, 'mug.yaml'))
  await succeed(other, 'plan', '--out', 'plan.json')
  copyFileSync(join(other, 'plan.json'), join(own, 'plan.json'))

  const applied = await planogram(own, ['apply', 'plan.json', '--auto-approve'])
  const inPlace = await planogram(other, ['apply', 'plan.json', '--auto-approve'])

  expect([applied.exitCode, applied.stderr.replaceAll(/\n\s+/g, ' ')]).toEqual([
    4,
    expect.stringContaining('The plan is for another embedded store than that of this folder, also named local. Nothing was written.'),
  ])
  expect(inPlace.exitCode).toBe(0)
})

test('a store and a state from before ids belong together; such a state is foreign to a store that has one', async () => {
  const [older, newer] = [await appliedFolder(), await appliedFolder()]
  for (const root of [older, newer]) rmSync(join(root, 'mug.yaml'))
  withoutId(older)
  byAddress(older)
  copyFileSync(stateIn(older), stateIn(newer))

  const [adopted, refused] = [await succeed(older, 'plan'), await succeed(newer, 'plan')]
  const [again, run] = [await succeed(older, 'plan'), await succeed(older, 'runs')]

  expect(adopted).toContain('inactive, no longer in the catalogue')
  expect(again).toContain('inactive, no longer in the catalogue')
  expect(run).toContain('done')
  expect(refused).toContain(foreign)
})
