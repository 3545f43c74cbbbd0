import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Ended, planogram } from '../support/command-line.ts'
import { photo } from '../support/photo.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

/** A catalogue that is large enough for the cache of documents, with a picture that is made smaller. */
async function shopWithCaches(): Promise<ShopFolder> {
  const products = Array.from(
    { length: 120 },
    (_, n) => `  P-${n}: { title: Product ${n}, price: 5, description: '${'x'.repeat(1_000)}' }\n`,
  )
  const shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\nimages: { thumb: 100 }\n',
    'shop.yaml': `products:\n  TEE: { title: Tee, price: 5, image: images/tee.png }\n${products.join('')}`,
    'images/tee.png': await photo({ shade: 100 }),
  })
  const umask = process.umask(0)
  onTestFinished(() => {
    process.umask(umask)
    shop[Symbol.dispose]()
  })
  return shop
}

function homeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), 'planogram-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return home
}

/** What others may do with each file and folder below a folder, where they may do anything. */
function openToOthers(folder: string): readonly string[] {
  const paths = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  const open = paths.map((path) => [path, statSync(join(folder, path)).mode & 0o077] as const).filter(([, mode]) => mode !== 0)
  return open.map(([path, mode]) => `${path} ${mode.toString(8)}`)
}

test.skipIf(process.platform === 'win32')('only the user can read what the program keeps: state, caches and saved plans', async () => {
  const { root } = await shopWithCaches()
  const env = { XDG_CONFIG_HOME: homeFolder() }
  const run = (...argv: readonly string[]): Promise<Ended> => planogram(root, argv, env)
  writeFileSync(join(root, 'old.json'), '')
  chmodSync(join(root, 'old.json'), 0o644)

  const validated = await run('validate')
  const first = openToOthers(join(root, '.planogram'))
  const planned = [await run('plan', '--out', 'plan.json'), await run('plan', '--out', 'old.json')]
  const applied = await run('apply', 'plan.json', '--auto-approve')

  expect([validated, ...planned, applied].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0])
  expect(['state.db', 'cache/documents', 'cache/images'].filter((path) => !existsSync(join(root, '.planogram', path)))).toEqual([])
  expect([first, openToOthers(join(root, '.planogram'))]).toEqual([[], []])
  expect(['plan.json', 'old.json'].map((name) => (statSync(join(root, name)).mode & 0o777).toString(8))).toEqual(['600', '600'])
})

test.skipIf(process.platform === 'win32')('the folder of an older version is restricted to its owner', async () => {
  using shop = shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\n',
    'shop.yaml': 'products:\n  TEE: { title: Tee, price: 5 }\n',
  })
  const folder = join(shop.root, '.planogram')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  chmodSync(shop.root, 0o755)

  const planned = await planogram(shop.root, ['plan'])

  expect(planned.exitCode).toBe(0)
  expect([folder, shop.root].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['700', '755'])
})
