import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'

test('an undo that ended in part is not resumed with other capabilities of the store', async () => {
  const shop = await openShop([], { 'shop.yaml': 'products:\n  HAT: { title: Hat, price: 7 }\n' })
  onTestFinished(() => shop[Symbol.asyncDispose]())
  const [config, document] = [join(shop.root, 'planogram.yaml'), join(shop.root, 'shop.yaml')]
  const first = await shop.run('apply', '--auto-approve')
  writeFileSync(document, readFileSync(document, 'utf8').replace('price: 7', 'price: 7, attributes: { Fit: Loose }'))
  const second = await shop.run('apply', '--auto-approve')
  const { stdout: runs } = await shop.run('runs', '--format', 'json')
  shop.emulator.faults.add({ on: { method: 'DELETE' }, do: { kind: 'status', status: 400 }, times: 'always' })
  const undone = await shop.run('undo', /"id": "([^"]+)"/.exec(runs)?.[1] ?? '', '--auto-approve')
  shop.emulator.faults.clear()
  writeFileSync(config, readFileSync(config, 'utf8').replace('deletes: generic, ', ''))

  const resumed = await shop.run('apply', '--resume', '--auto-approve')

  expect([first, second, undone, resumed].map(({ exitCode }) => exitCode)).toEqual([0, 0, 6, 4])
  expect(resumed.stderr).toContain('The capabilities of the store have changed since the plan was made. Nothing was written.')
  expect(shop.emulator.records('ProductAttributes')).toHaveLength(1)
})
