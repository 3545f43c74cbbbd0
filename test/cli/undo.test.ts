import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { png } from '../support/written-catalogue.ts'

const live = ['CUP', 'MUG', 'TEE'].map((sku) => stored('Product', { sku, title: sku, price: '5' }))
const catalogue = `products:
  CUP: { title: New cup, price: 5 }
  MUG: { title: New mug, price: 6 }
  HAT: { title: Hat, price: 7 }
`
const config = 'guards: { price_change: off, max_changes: off }\n'

/** A shop whose catalogue was applied; resolves with the id of that run. */
async function appliedShop(files: Readonly<Record<string, string>> = {}): Promise<{ readonly shop: Shop; readonly id: string }> {
  const shop = await openShop(live, { 'shop.yaml': catalogue, ...files })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const path = join(shop.root, 'planogram.yaml')
  writeFileSync(path, `${readFileSync(path, 'utf8')}${config}`)
  const { exitCode, stderr } = await shop.run('apply', '--auto-approve')
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('is recorded in')])
  return { shop, id: await lastRun(shop) }
}

async function lastRun(shop: Shop): Promise<string> {
  const { stdout } = await shop.run('runs', '--format', 'json')
  return /"id": "([^"]+)"/.exec(stdout)?.[1] ?? ''
}

function products({ emulator }: Shop): readonly string[] {
  return emulator
    .records('Product')
    .map(({ fields }) => [fields['sku'], fields['title'], fields['price'], fields['inactive'] ?? ''].join(' '))
}

function plain(text: string): string {
  return text
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{4}/g, '<run>')
    .replaceAll(/127\.0\.0\.1(:\d+)?/g, '<host>')
    .replaceAll(/ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, ' <time>')
    .replaceAll(/\b[0-9a-f]{8}\b/g, '<hash>')
    .replaceAll(/\d+\.\d s/g, '<t>')
}

test('undo restores what the run changed, hides what it created, and ends with exit code 0; again there is nothing to undo', async () => {
  const { shop, id } = await appliedShop()

  const undone = await shop.run('undo', id.slice(0, 18), '--auto-approve')
  const again = await shop.run('undo', id, '--auto-approve')

  expect([undone.exitCode, plain(undone.stdout)]).toEqual([0, 'Run <run> is undone.\nApplied: 3 updated.\n'])
  expect(products(shop)).toEqual(['CUP CUP 5 ', 'HAT Hat 7 true', 'MUG MUG 5 ', 'TEE TEE 5 '])
  expect([again.exitCode, plain(again.stdout).split('\n').at(-2)]).toEqual([
    0,
    'Nothing to undo. The store has nothing else left of run <run>.',
  ])
})

test('undo names and leaves what somebody has changed since, and works while the catalogue has errors', async () => {
  const { shop, id } = await appliedShop()
  shop.emulator.seed([stored('Product', { sku: 'MUG', title: 'Foreign', price: '6' })])
  writeFileSync(join(shop.root, 'shop.yaml'), 'products: { MUG: { titel: ')

  const undone = await shop.run('undo', id, '--auto-approve')

  expect(undone.exitCode).toBe(0)
  expect(undone.stderr).toContain('note: product.MUG.title: changed since the run, left as it is')
  expect(products(shop)).toEqual(['CUP CUP 5 ', 'HAT Hat 7 true', 'MUG Foreign 5 ', 'TEE TEE 5 '])
})

test('a saved plan of an undo is applied later, after an edit of the catalogue too, with the picture that was overwritten', async () => {
  const { shop } = await appliedShop()
  const write = (file: string, content: string | Uint8Array): void => writeFileSync(join(shop.root, file), content)
  mkdirSync(join(shop.root, 'images'))
  write('shop.yaml', 'products: { MUG: { title: Mug, price: 6, image: images/mug.png } }\n')
  write('images/mug.png', png('old'))
  await shop.run('apply', '--auto-approve')
  write('images/mug.png', png('new'))
  await shop.run('apply', '--auto-approve')

  const saved = await shop.run('undo', await lastRun(shop), '--out', 'undo.json')
  const unwritten = pictureOf(shop)
  write('shop.yaml', 'products: { MUG: { title: Other, price: 6 } }\n')
  const applied = await shop.run('apply', 'undo.json', '--auto-approve')

  expect([saved.exitCode, unwritten, applied.exitCode]).toEqual([0, hashOf(png('new')), 0])
  expect(plain(applied.stdout)).toBe('Run <run> is undone.\nApplied: 1 updated.\n')
  expect(pictureOf(shop)).toBe(hashOf(png('old')))
})

function pictureOf({ emulator }: Shop): string | undefined {
  return emulator.file('images/items/mug.png')?.sha256
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

test('without a terminal undo needs an approval; guards and overrides hold as for apply', async () => {
  const { shop, id } = await appliedShop()
  const path = join(shop.root, 'planogram.yaml')
  writeFileSync(path, readFileSync(path, 'utf8').replace('price_change: off', 'price_change: 1%'))

  const stopped = await shop.run('undo', id, '--auto-approve')
  const hash = /--override price_change=(\w{8})/.exec(stopped.stderr)?.[1] ?? ''
  const unapproved = await shop.run('undo', id, '--override', `price_change=${hash}`)
  const allowed = await shop.run('undo', id, '--auto-approve', '--override', `price_change=${hash}`)

  expect([stopped.exitCode, unapproved.exitCode, allowed.exitCode]).toEqual([3, 5, 0])
  expect(unapproved.stderr).toContain('planogram undo')
  expect((await shop.run('runs')).stdout).toContain('overrides price_change')
})

test('runs lists, shows and exports the runs; ids may be shortened', async () => {
  const { shop, id } = await appliedShop()
  await shop.run('undo', id, '--auto-approve')

  const list = await shop.run('runs')
  const one = await shop.run('runs', '--limit', '1')
  const show = await shop.run('runs', 'show', id.slice(0, 18))
  const exported: unknown = JSON.parse((await shop.run('runs', 'export', id)).stdout)

  expect(plain(list.stdout)).toMatchInlineSnapshot(`
    "run                   store  started              took   outcome  planned
    <run>  shop   <time>  <t>  done     +0 ~3 -0  undoes <run>
    <run>  shop   <time>  <t>  done     +1 ~2 -0
    "
  `)
  expect(plain(one.stdout)).toMatchInlineSnapshot(`
    "run                   store  started              took   outcome  planned
    <run>  shop   <time>  <t>  done     +0 ~3 -0  undoes <run>
    (and 1 earlier; --limit shows more)
    "
  `)
  expect(show.stdout).toContain(`${shop.emulator.url} ${shop.emulator.url}/files\n`)
  expect(plain(show.stdout)).toMatchInlineSnapshot(`
    "Run <run>: done
    store      shop http://<host> http://<host>/files
    started    <time>, took <t>
    plan       <hash>
    planned    +1 ~2 -0

    done       ~ product.CUP  title
    done       ~ product.MUG  title, price
    done       + product.HAT

    3 requests
    "
  `)
  expect(exported).toMatchObject({
    format_version: '1',
    run: { id, outcome: 'done', counts: { create: 1, update: 2, remove: 0, cannot: 0 }, undoes: null },
    plan: { format_version: '8', changes: [{ address: 'product.CUP' }, { address: 'product.MUG' }, { address: 'product.HAT' }] },
    operations: expect.arrayContaining([expect.objectContaining({ outcome: 'done', attempts: 1 })]),
    attempts: expect.arrayContaining([expect.objectContaining({ number: 1, answer: 'confirmed' })]),
  })
  expect(JSON.stringify(exported)).not.toContain(shop.emulator.key)
})

test('an unknown run, a run that is not named and options of another action are refused with what to do', async () => {
  const { shop, id } = await appliedShop()

  const refused = [
    await shop.run('runs', 'show', 'nix'),
    await shop.run('runs', 'show'),
    await shop.run('runs', 'list', id),
    await shop.run('runs', 'export', id, '--limit', '3'),
    await shop.run('undo', '2019'),
  ]

  expect(refused.map(({ exitCode, stdout, stderr }) => `${exitCode} ${stdout}${plain(stderr)}`)).toMatchInlineSnapshot(`
    [
      "64 error[run-unknown]: The state has no run nix.
      help: The latest runs are <run>.
    ",
      "64 error[wrong-usage]: \`runs show\` needs a run.
      help: Give its id, or the first characters: \`planogram runs\` lists the ids.
    ",
      "64 error[wrong-usage]: \`runs list\` takes no run.
      help: Use \`planogram runs show <run>\`.
    ",
      "64 error[wrong-usage]: \`--limit\` is for \`runs list\`, not for \`runs export\`.
      help: Omit \`--limit\`.
    ",
      "64 error[run-unknown]: The state has no run 2019.
      help: The latest runs are <run>.
    ",
    ]
  `)
})

test('an undo of an undo shows what that had hidden only with an override of `unhide`', async () => {
  const { shop, id } = await appliedShop()
  await shop.run('undo', id, '--auto-approve')
  const undo = await lastRun(shop)

  const stopped = await shop.run('undo', undo, '--auto-approve')
  const hash = /plan ([0-9a-f]{8})/.exec(stopped.stderr)?.[1] ?? ''
  const allowed = await shop.run('undo', undo, '--auto-approve', '--override', `unhide=${hash}`)

  expect([stopped.exitCode, allowed.exitCode]).toEqual([3, 0])
  expect(stopped.stderr).toContain('Guard `unhide` stops plan')
  expect(stopped.stderr).toContain('1 hidden record is shown (limit 0) (product.HAT). Nothing was written.')
  expect(stopped.stderr).toContain('x HAT: hidden in the store now, visible after the apply.')
  expect(products(shop)).toEqual(['CUP New cup 5 ', 'HAT Hat 7 false', 'MUG New mug 6 ', 'TEE TEE 5 '])
})

test('a removed product that an undo creates again is ours: the next plan removes it again, and a reverted catalogue finds it equal', async () => {
  const { shop } = await appliedShop()
  writeFileSync(
    join(shop.root, 'planogram.yaml'),
    `${readFileSync(join(shop.root, 'planogram.yaml'), 'utf8')}manage: { prune: { products: delete } }\n`,
  )
  writeFileSync(join(shop.root, 'shop.yaml'), catalogue.replace(/^ {2}HAT.*\n/m, ''))
  await shop.run('apply', '--auto-approve')
  const removed = products(shop)

  const undone = await shop.run('undo', await lastRun(shop), '--auto-approve')
  const drifted = await shop.run('drift')
  const { stdout } = await shop.run('plan', '--verbose')
  writeFileSync(join(shop.root, 'shop.yaml'), catalogue)
  const reverted = await shop.run('plan', '--detailed-exitcode')

  expect(removed).toEqual(['CUP New cup 5 ', 'MUG New mug 6 ', 'TEE TEE 5 '])
  expect([undone.exitCode, drifted.exitCode, reverted.exitCode]).toEqual([0, 0, 0])
  expect(stdout).toMatch(/- product HAT "Hat" .*no longer in the catalogue .*shop\.yaml:4\n/)
  expect(stdout).toContain('1 product of the store was never in this catalogue: TEE\n')
})
