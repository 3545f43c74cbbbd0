import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { reportThumbnails } from '../../src/cli/report-thumbnails.ts'
import type { Change } from '../../src/diff/change.ts'
import type { PageData, PageFile } from '../../src/report/html/data/page-data.ts'
import { planogram } from '../support/command-line.ts'
import { photo } from '../support/photo.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

const config = 'stores: { local: { emulator: true } }\n'
const products = (price: string): string => `products:
  TEE: { title: Tee, price: ${price}, image: images/tee.png }
  MUG: { title: Mug, price: 9.90 }
`

/** A shop whose state has one price and one picture, and whose catalogue has others. */
async function changedShop(): Promise<ShopFolder> {
  const folder = shopFolder({ 'planogram.yaml': config, 'shop.yaml': products('20'), 'images/tee.png': await photo({ shade: 100 }) })
  onTestFinished(() => folder[Symbol.dispose]())
  await planogram(folder.root, ['apply', '--auto-approve', '--quiet'])
  folder.write('shop.yaml', products('2000'))
  folder.write('images/tee.png', await photo({ shade: 200 }))
  return folder
}

function dataOf(page: string): PageData {
  return JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(page)?.[1] ?? '')
}

function filesOf(page: string): readonly PageFile[] {
  return dataOf(page).records.flatMap(({ changes }) => changes.flatMap(({ file }) => file ?? []))
}

test('plan prints a page with its findings, and with the pictures of both sides where they are asked for', async () => {
  const { root } = await changedShop()

  const plain = await planogram(root, ['plan', '--out', 'plan.json', '--format', 'html'])
  const live = await planogram(root, ['plan', '--format', 'html', '--live-pictures'])

  const [file] = filesOf(plain.stdout)
  expect([plain.exitCode, live.exitCode]).toEqual([0, 0])
  expect(plain.stdout.startsWith('<!doctype html>\n')).toBe(true)
  expect(plain.stdout.endsWith('</html>\n')).toBe(true)
  expect(dataOf(plain.stdout).findings.map(({ kind, sentence }) => [kind, sentence.includes('2000')])).toContainEqual(['slip', true])
  expect([file?.path, file?.before?.thumbnail, file?.after?.thumbnail]).toEqual(['images/items/tee.png', undefined, 0])
  expect(plain.stdout).toContain('What the store has now is not shown')
  expect(dataOf(live.stdout).thumbnails).toHaveLength(2)
  expect(JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8'))).toHaveProperty('plan_hash')
})

test('show prints the same page and the pictures of a saved plan, without a store', async () => {
  const { root } = await changedShop()
  const planned = await planogram(root, ['plan', '--out', 'plan.json', '--format', 'html'])
  const run = async (...more: readonly string[]): Promise<string> => (await planogram(root, ['show', 'plan.json', ...more])).stdout

  const page = await run('--format', 'html')
  const [histogram, prices, categories] = await Promise.all(
    ['histogram', 'prices', 'categories'].map((chart) => run('--format', 'svg', '--chart', chart)),
  )

  expect(page).toBe(planned.stdout)
  expect(await run('--format', 'svg')).toBe(histogram)
  expect(histogram).toContain('above +900 %')
  expect(prices).toContain('No price grid changes.')
  expect(categories).toContain('none in this plan')
})

test('a picture that has changed since the plan, or is not there, has a reason in place of a thumbnail', async () => {
  const shop = await changedShop()
  const { root } = shop
  await planogram(root, ['plan', '--out', 'plan.json', '--format', 'html'])
  shop.write('images/tee.png', await photo({ shade: 10 }))

  const changed = filesOf((await planogram(root, ['show', 'plan.json', '--format', 'html'])).stdout)
  const elsewhere = filesOf((await planogram(root, ['--chdir', 'images', 'show', 'plan.json', '--format', 'html'])).stdout)

  expect(changed.map(({ after }) => after?.note)).toEqual(['its source has changed since the plan'])
  expect(elsewhere.map(({ after }) => after?.note)).toEqual(['its source is not in this folder'])
})

test('an unknown chart is refused with what there is', async () => {
  const { exitCode, stderr } = await planogram('.', ['show', 'plan.json', '--format', 'svg', '--chart', 'pie'])

  expect(exitCode).toBe(64)
  expect(stderr).toContain('histogram, prices, categories')
})

const upload = (path: string, from: string): Change => ({
  kind: 'file',
  address: `file.${path}`,
  action: 'create',
  origin: 'git',
  source: null,
  file: { path, from, before: null, after: { size: null, sha256: 'a'.repeat(64) } },
})

test('thumbnails are limited to 20 MB together; what is left out is counted', async () => {
  using folder = shopFolder({ 'a.png': 'a picture' })
  const changes = Array.from({ length: 6 }, (_, index) => upload(`images/items/${index}.png`, 'a.png'))
  const sources = { root: folder.root, live: null, loadMaker: async () => async () => new Uint8Array(4_500_000) }

  const { after, remark } = await reportThumbnails({ changes }, sources)

  expect([...after.values()].filter((each) => 'bytes' in each)).toHaveLength(4)
  expect(remark).toBe('2 pictures of 6 without a thumbnail.')
})

test('a path outside of the catalogue is not read; without sharp the page says so', async () => {
  using folder = shopFolder({ 'shop/images/a.png': 'a picture', 'secret.png': 'a secret' })
  const root = join(folder.root, 'shop')
  const changes = ['../secret.png', '/etc/hostname', 'images', 'images/.hidden.png'].map((from, index) =>
    upload(`images/items/${index}.png`, from),
  )
  writeFileSync(join(root, 'images/.hidden.png'), 'hidden')
  const read: Uint8Array[] = []
  const loadMaker = async () => async (source: Uint8Array) => (read.push(source), source)

  const { after } = await reportThumbnails({ changes }, { root, live: null, loadMaker })
  const without = await reportThumbnails({ changes }, { root, live: null, loadMaker: async () => null })

  expect(read).toEqual([])
  expect([...after.values()].every((each) => 'missing' in each)).toBe(true)
  expect(without.remark).toBe('There are no thumbnails: the optional package sharp is not installed.')
})
