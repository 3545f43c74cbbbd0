import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const mugs = (count: number): string =>
  `products:\n${Array.from({ length: count }, (_, index) => `  MUG-${index}: { title: Mug, price: 8.50 }\n`).join('')}`

test('a plan is shown by cause where it is long, by record where that is asked for, and as Markdown within a budget', async () => {
  using shop = shopFolder({ 'shop.yaml': mugs(40) })
  await planogram(shop.root, ['plan', '--out', 'plan.json'])

  const byCause = await planogram(shop.root, ['show', 'plan.json'])
  const byRecord = await planogram(shop.root, ['show', 'plan.json', '--by', 'record'])
  const full = await planogram(shop.root, ['show', 'plan.json', '--full'])
  const markdown = await planogram(shop.root, ['show', 'plan.json', '--format', 'markdown'])
  const small = await planogram(shop.root, ['plan', '--format', 'markdown', '--max-bytes', '9'])

  expect(byCause.stdout).toContain('+ new in shop.yaml  40 products')
  expect(byCause.stdout).not.toContain('MUG-7')
  expect([byRecord.stdout, full.stdout].filter((text) => text.includes('+ product MUG-7 "Mug"'))).toHaveLength(2)
  expect(markdown.stdout).toMatch(/^<!-- planogram:plan store=local folder=\S* hash=[0-9a-f]{64} -->\n/)
  expect(small.exitCode).toBe(64)
  expect(small.stderr).toContain('Give at least 8000 bytes.')
})

test('the result of an apply, and that there is nothing to apply, are saved as Markdown', async () => {
  using shop = shopFolder({ 'shop.yaml': mugs(1) })
  const apply = ['apply', '--auto-approve', '--report', 'result.md']
  const saved = (): string => readFileSync(join(shop.root, 'result.md'), 'utf8')

  await planogram(shop.root, apply)
  const first = saved()
  await planogram(shop.root, apply)
  const second = saved()
  const unwritable = await planogram(shop.root, ['apply', '--auto-approve', '--report', 'missing/result.md'])

  expect(first).toContain('The store now matches the catalogue.')
  expect(second).toContain('No changes.')
  expect(unwritable.exitCode).toBe(0)
  expect(unwritable.stderr).toContain('Cannot write the report to missing/result.md (ENOENT).')
})
