import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openEmbeddedStore } from '../../src/workspace/embedded-store.ts'
import { planogram, startBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const mug = 'products:\n  MUG: { title: Mug, price: 8.50 }\n'

test('two commands on one embedded store: the second connects to the first', async () => {
  using shop = shopFolder({})
  const folder = join(shop.root, 'data')

  const first = await openEmbeddedStore(folder)
  const second = await openEmbeddedStore(folder)

  expect(first.own).toBe(true)
  expect(second.own).toBe(false)
  expect({ url: second.url, key: second.key }).toEqual({ url: first.url, key: first.key })
  await second.close()
  await first.close()
})

test('a lock file of a store that died, or that is no lock file, is taken over', async () => {
  using shop = shopFolder({})
  const folder = join(shop.root, 'data')
  const before = await openEmbeddedStore(folder)
  const lock = readFileSync(join(folder, 'server.json'), 'utf8')
  await before.close()

  writeFileSync(join(folder, 'server.json'), lock)
  const afterDeath = await openEmbeddedStore(folder)
  await afterDeath.close()
  writeFileSync(join(folder, 'server.json'), '{ "url": ')
  const afterRubbish = await openEmbeddedStore(folder)
  await afterRubbish.close()

  expect([afterDeath.own, afterRubbish.own]).toEqual([true, true])
  expect([afterDeath.key, afterRubbish.key]).toEqual([before.key, before.key])
})

test('planogram emulator prints its ready lines, other commands use it, and a signal stops it cleanly', async () => {
  using shop = shopFolder({ 'shop.yaml': mug })
  const child = startBuilt(['emulator'], { cwd: shop.root })
  const ready: string[] = []
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    ready.push(line)
    if (ready.length === 3) break
  }

  const applied = await planogram(shop.root, ['apply', '--auto-approve'])
  const second = await planogram(shop.root, ['emulator'])
  child.kill('SIGINT')
  const [exitCode]: unknown[] = await once(child, 'exit')
  const after = await planogram(shop.root, ['plan', '--detailed-exitcode'])

  expect(ready.join('\n')).toMatch(/^store {2}http:\/\/127\.0\.0\.1:\d+\nfiles {2}http:\/\/127\.0\.0\.1:\d+\/files\/shop\/\nkey {4}\S+$/)
  expect(applied.exitCode).toBe(0)
  expect(second.exitCode).toBe(1)
  expect(second.stderr).toContain('is already running at http://127.0.0.1:')
  expect(exitCode).toBe(0)
  expect(after.exitCode).toBe(0)
})
