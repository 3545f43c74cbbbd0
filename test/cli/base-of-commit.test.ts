import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import { type Ended, planogram } from '../support/command-line.ts'
import { commit, git } from '../support/git-repository.ts'
import { openShop, type Shop } from '../support/open-shop.ts'

const tee = 'products:\n  TEE: { title: Tee, price: 10, brand: Northwind }\n'
const mug = 'products:\n  MUG: { title: Mug, price: 8, weight: 0.3 }\n'
const usual = { '.gitignore': '.planogram/\n', 'shop.yaml': tee, 'kitchen.yaml': mug }
const prune = 'manage: { prune: { products: retire } }\n'

/** A shop whose catalogue is in a repository and was applied at its first commit; without a state, as in a new CI job. */
async function appliedShop(
  more: { readonly manage?: string; readonly files?: Readonly<Record<string, string | Uint8Array>> } = {},
): Promise<Shop & { readonly first: string }> {
  const shop = await openShop([], usual)
  onTestFinished(() => shop[Symbol.asyncDispose]())
  writeFileSync(join(shop.root, 'planogram.yaml'), readFileSync(join(shop.root, 'planogram.yaml'), 'utf8') + (more.manage ?? prune))
  git(shop.root, 'init', '--quiet')
  const first = commit(shop.root, more.files ?? {})
  succeeded(await shop.run('apply', '--auto-approve'))
  forget(shop.root)
  return { ...shop, first }
}

function forget(root: string): void {
  rmSync(join(root, '.planogram'), { recursive: true, force: true })
}

function succeeded({ exitCode, stderr }: Ended): void {
  if (exitCode !== 0) throw new Error(stderr)
}

/** The same catalogue in a fresh clone; `run` runs the program there. */
function cloned(shop: Shop, ...options: readonly string[]): { readonly root: string; run: Shop['run'] } {
  const parent = mkdtempSync(join(tmpdir(), 'planogram-clone-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  git(parent, 'clone', '--quiet', ...options, `file://${shop.root}`, 'clone')
  const root = join(parent, 'clone')
  return { root, run: (...argv) => planogram(root, argv, { SHOP_KEY: shop.emulator.key, PATH: process.env['PATH'] ?? '' }) }
}

async function planned({ run }: Pick<Shop, 'run'>, ...argv: readonly string[]): Promise<Plan> {
  const ended = await run('plan', '--format', 'json', ...argv)
  if (ended.exitCode !== 0) throw new Error(ended.stderr)
  return JSON.parse(ended.stdout)
}

function facts({ changes }: Plan): unknown {
  return changes.map(({ address, action, origin, source }) => [address, action, origin, source && `${source.file}:${source.line}`])
}

test('in a fresh clone without a state, the base of a commit tells a removed record from a foreign one and an edit from drift', async () => {
  const shop = await appliedShop()
  rmSync(join(shop.root, 'kitchen.yaml'))
  commit(shop.root, { 'shop.yaml': 'products:\n  TEE: { title: Tee, price: 12, brand: Northwind }\n' })
  shop.emulator.seed([
    bareRecord('Product', { sku: 'THEIRS', title: 'Made by somebody' }),
    bareRecord('Product', { sku: 'TEE', brand: 'Somebody' }),
  ])
  const clone = cloned(shop)

  const made = await planned(clone, '--base', shop.first)
  const without = await planned(clone)

  expect(made.base).toBe(shop.first)
  expect(facts(made)).toEqual([
    ['product.TEE', 'update', 'both', 'shop.yaml:2'],
    ['product.MUG', 'update', 'git', 'kitchen.yaml:2'],
  ])
  expect(made.changes.flatMap((change) => (change.kind === 'record' ? change.fields : []))).toEqual([
    { field: 'brand', before: 'Somebody', after: 'Northwind', base: 'Northwind' },
    { field: 'price', before: '10', after: '12', base: '10' },
    { field: 'inactive', before: 'false', after: 'true', base: 'false' },
  ])
  expect(made.untouched.unmanaged).toEqual([{ resource: 'Product', count: 1, keys: ['THEIRS'] }])
  expect([without.base, facts(without)]).toEqual(['unknown', [['product.TEE', 'update', 'adopt', 'shop.yaml:2']]])
})

test('a plan that is made with a base on one machine is applied on another one', async () => {
  const shop = await appliedShop()
  rmSync(join(shop.root, 'kitchen.yaml'))
  commit(shop.root)
  const [one, other] = [cloned(shop), cloned(shop)]

  succeeded(await one.run('plan', '--base', shop.first, '--out', 'plan.json'))
  writeFileSync(join(other.root, 'plan.json'), readFileSync(join(one.root, 'plan.json')))
  const applied = await other.run('apply', 'plan.json', '--auto-approve')
  const after = await planned(cloned(shop), '--base', shop.first)

  expect(applied.exitCode).toBe(0)
  expect(after.changes).toEqual([])
})

test('apply --base plans with the base; a saved plan and --resume take none', async () => {
  const shop = await appliedShop()
  rmSync(join(shop.root, 'kitchen.yaml'))

  const applied = await shop.run('apply', '--base', 'HEAD', '--auto-approve')
  const saved = await shop.run('apply', 'plan.json', '--base', 'HEAD')
  const resumed = await shop.run('apply', '--resume', '--base', 'HEAD')

  expect(applied.exitCode).toBe(0)
  expect(applied.stdout).toContain('Applied: 1 updated.')
  expect([saved.exitCode, resumed.exitCode]).toEqual([64, 64])
})

test('the base is read in a shallow clone that has the commit; else the message says how to fetch it', async () => {
  const shop = await appliedShop()
  rmSync(join(shop.root, 'kitchen.yaml'))
  commit(shop.root)
  const clone = cloned(shop, '--depth', '1')

  const missing = await clone.run('plan', '--base', shop.first)
  const [relative, short] = [await clone.run('plan', '--base', 'HEAD~1'), await clone.run('plan', '--base', shop.first.slice(0, 8))]
  git(shop.root, 'update-ref', 'refs/planogram/shop', shop.first)
  const first = await clone.run('plan', '--base', 'refs/planogram/shop')
  git(clone.root, 'fetch', '--quiet', '--depth', '1', 'origin', '+refs/planogram/*:refs/planogram/*')
  const made = await planned(clone, '--base', 'refs/planogram/shop')

  expect([missing.exitCode, missing.stdout]).toEqual([1, ''])
  expect(missing.stderr).toContain(`This clone is shallow and does not have the commit \`${shop.first}\`.`)
  expect(missing.stderr).toContain(`git fetch --depth 1 origin ${shop.first}`)
  for (const { stderr } of [relative, short]) {
    expect(stderr.replace(/\s+/g, ' ')).toContain('Clone all of it: `git fetch --unshallow`')
    expect(stderr).not.toContain('--depth')
  }
  expect(first.exitCode).toBe(0)
  expect(first.stderr).toContain('refs/planogram/shop does not exist yet: nothing is known of earlier applies.')
  expect(facts(made)).toEqual([['product.MUG', 'update', 'git', 'kitchen.yaml:2']])
})

test('no repository, no git and no such commit are errors that say what to do', async () => {
  const shop = await appliedShop()
  const outside = await openShop([], usual)
  onTestFinished(() => outside[Symbol.asyncDispose]())

  const unknown = await shop.run('plan', '--base', 'nowhere')
  const option = await shop.run('plan', '--base=--output=x')
  const none = await outside.run('plan', '--base', 'HEAD')
  const noGit = await planogram(shop.root, ['plan', '--base', 'HEAD'], { SHOP_KEY: shop.emulator.key, PATH: '' })

  expect([unknown, option, none, noGit].map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual(Array.from({ length: 4 }, () => [1, '']))
  expect(unknown.stderr).toContain('The repository has no commit `nowhere`.')
  expect(option.stderr).toContain('The repository has no commit `--output=x`.')
  expect(none.stderr).toContain('not a git repository')
  expect(noGit.stderr).toContain('The program git cannot be started')
})

test('a commit whose catalogue has errors is refused with the first one, and one without the folder too', async () => {
  const shop = await appliedShop()
  const broken = commit(shop.root, { 'shop.yaml': 'products:\n  TEE: { title: Tee, prise: 12 }\n' })
  writeFileSync(join(shop.root, 'shop.yaml'), tee)

  const ended = await shop.run('plan', '--base', broken)
  mkdirSync(join(shop.root, 'part'))
  writeFileSync(join(shop.root, 'part/planogram.yaml'), readFileSync(join(shop.root, 'planogram.yaml')))
  const absent = await shop.run('plan', '--chdir', 'part', '--base', broken)

  expect(ended.exitCode).toBe(65)
  expect(ended.stderr).toContain(`The catalogue of commit ${broken.slice(0, 12)} has`)
  expect(ended.stderr).toContain('shop.yaml:2, unknown-key')
  expect(absent.exitCode).toBe(1)
  expect(absent.stderr).toContain('has no folder part')
})

test('a catalogue below the top of the repository, with the overlay of the commit and the config of today', async () => {
  const shop = await openShop([], {})
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const config = readFileSync(join(shop.root, 'planogram.yaml'), 'utf8').replace('site_name', 'catalogue: stores/shop, site_name')
  rmSync(join(shop.root, 'planogram.yaml'))
  git(shop.root, 'init', '--quiet')
  const first = commit(shop.root, {
    '.gitignore': '.planogram/\n',
    'data/shop/planogram.yaml': config,
    'data/shop/shop.yaml': tee,
    'data/shop/stores/shop/prices.yaml': 'products:\n  TEE: { price: 11 }\n',
    'other.yaml': 'not a catalogue',
  })
  succeeded(await shop.run('--chdir', 'data/shop', 'apply', '--auto-approve'))
  forget(join(shop.root, 'data/shop'))
  commit(shop.root, {
    'data/shop/planogram.yaml': `${config}manage: { drift: fail }\n`,
    'data/shop/stores/shop/prices.yaml': 'products:\n  TEE: { price: 12 }\n',
  })

  const made = await planned({ run: (...argv) => shop.run('--chdir', 'data/shop', ...argv) }, '--base', first)

  expect(facts(made)).toEqual([['product.TEE', 'update', 'git', 'stores/shop/prices.yaml:2']])
  expect(made.changes.flatMap((change) => (change.kind === 'record' ? change.fields : []))).toEqual([
    { field: 'price', before: '11', after: '12', base: '11' },
  ])
  expect(made.guards).toEqual([])
})

test('a picture that the commit has as a git LFS pointer does not stop the plan', async () => {
  const png = readFileSync(join(import.meta.dirname, '../../catalog.example/images/bag-belt.png'))
  const oid = createHash('sha256').update(png).digest('hex')
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${png.length}\n`
  const shop = await appliedShop()
  const first = commit(shop.root, {
    'kitchen.yaml': 'products:\n  MUG: { title: Mug, price: 8, weight: 0.3, image: images/mug.png }\n',
    'images/mug.png': pointer,
  })
  writeFileSync(join(shop.root, 'images/mug.png'), png)

  const made = await planned(shop, '--base', first)

  expect(facts(made)).toEqual([
    ['product.MUG', 'update', 'store', 'kitchen.yaml:2'],
    ['file.images/items/mug.png', 'create', 'store', 'kitchen.yaml:2'],
  ])
})

test('nothing of the repository is executed, no link of the commit is written through, and no temporary folder stays', async () => {
  const shop = await appliedShop()
  const target = join(shop.root, '..', `${shop.root.split('/').at(-1) ?? ''}-target`)
  mkdirSync(target)
  onTestFinished(() => rmSync(target, { recursive: true, force: true }))
  const ran = join(target, 'ran')
  symlinkSync(target, join(shop.root, 'linked'))
  const config = readFileSync(join(shop.root, 'planogram.yaml'))
  rmSync(join(shop.root, 'planogram.yaml'))
  const script = join(shop.root, '.git', 'run.sh')
  writeFileSync(script, `#!/bin/sh\ntouch '${ran}'\ncat\n`)
  chmodSync(script, 0o755)
  writeFileSync(join(shop.root, '.gitattributes'), '*.yaml filter=evil diff=evil\n')
  const first = commit(shop.root)
  for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction']) {
    writeFileSync(join(shop.root, '.git/hooks', hook), `#!/bin/sh\ntouch '${ran}'\n`)
    chmodSync(join(shop.root, '.git/hooks', hook), 0o755)
  }
  git(shop.root, 'config', 'filter.evil.smudge', script)
  git(shop.root, 'config', 'filter.evil.clean', script)
  git(shop.root, 'config', 'diff.evil.textconv', script)
  git(shop.root, 'config', 'core.fsmonitor', script)
  rmSync(join(shop.root, 'linked'))
  mkdirSync(join(shop.root, 'linked'))
  writeFileSync(join(shop.root, 'linked/planogram.yaml'), config)
  const temporary = mkdtempSync(join(tmpdir(), 'planogram-empty-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())

  const ended = await shop.run('plan', '--config', 'linked/planogram.yaml', '--base', first)

  expect([ended.exitCode, existsSync(ran), readdirSync(target), readdirSync(temporary)]).toEqual([0, false, [], []])
})

test('a webhook of the commit that has left the catalogue is removed; one of somebody else is not', async () => {
  const hook = 'webhooks:\n  - { name: NewOrder, url: "https://hooks.example/a" }\n'
  const shop = await appliedShop({ manage: 'manage: { prune: { webhooks: delete } }\n', files: { 'hooks.yaml': hook } })
  shop.emulator.seed([bareRecord('Webhooks', { name: 'NewOrder', url: 'https://hooks.example/theirs' })])
  rmSync(join(shop.root, 'hooks.yaml'))
  writeFileSync(join(shop.root, 'hooks.yaml'), 'webhooks: []\n')

  const made = await planned(shop, '--base', shop.first)

  expect(made.changes.map(({ action, source }) => [action, source && `${source.file}:${source.line}`])).toEqual([
    ['remove', 'hooks.yaml:2'],
  ])
})

test('a record that has moved since the commit of the base is hidden for the new one, once', async () => {
  const shop = await appliedShop({ manage: '' })
  commit(shop.root, { 'kitchen.yaml': `${mug.replace('MUG', 'CUP')}moved: [{ from: MUG, to: CUP }]\n` })
  const clone = cloned(shop)

  const made = await planned(clone, '--base', shop.first)
  succeeded(await clone.run('apply', '--auto-approve', '--base', shop.first))
  const after = await planned(clone, '--base', 'HEAD')

  expect(facts(made)).toEqual([
    ['product.CUP', 'create', 'git', 'kitchen.yaml:2'],
    ['product.MUG', 'update', 'git', 'kitchen.yaml:2'],
  ])
  expect([after.changes, after.notices, after.untouched.unmanaged]).toEqual([[], [], []])
})
