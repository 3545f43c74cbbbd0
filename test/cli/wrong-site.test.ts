import { expect, onTestFinished, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { planogram } from '../support/command-line.ts'
import { photo } from '../support/photo.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

const count = 100

function configText({ url, filesUrl }: RunningEmulator, site: string): string {
  const store = `{ base_url: "${url}", files_url: "${filesUrl}", site_name: ${site}, key: "\${SHOP_KEY}" }`
  return `stores:\n  live: ${store}\ndefault_store: live\nlimits: { concurrency: 4 }\n`
}

/** A shop of products with a picture each and one without, whose config names a site that the store does not have. */
async function startShop(): Promise<{ shop: ShopFolder; emulator: RunningEmulator }> {
  const emulator = await startEmulator({ key: 'shop-key' })
  const products = Array.from({ length: count }, (_, index) => `  P${index}: { title: P${index}, price: 1, image: images/p${index}.png }\n`)
  const shop = shopFolder({
    'planogram.yaml': configText(emulator, 'acme'),
    'shop.yaml': `categories:\n  kitchen: { name: Kitchen }\nproducts:\n  PLAIN: { title: Plain, price: 1, categories: [kitchen] }\n${products.join('')}`,
  })
  const picture = await photo({ shade: 100 })
  for (let index = 0; index < count; index += 1) shop.write(`images/p${index}.png`, picture)
  onTestFinished(async () => {
    shop[Symbol.dispose]()
    await emulator.close()
  })
  return { shop, emulator }
}

const apply = (shop: ShopFolder, ...more: string[]): ReturnType<typeof planogram> =>
  planogram(shop.root, ['apply', '--auto-approve', ...more], { SHOP_KEY: 'shop-key' })

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ')

test('a wrong site_name ends with one message and exit code 6; with the right one the rest is applied', async () => {
  const { shop, emulator } = await startShop()

  const wrong = await apply(shop)
  const uploads = emulator.requests().filter(({ method, path }) => method === 'PUT' && path.startsWith('/files/'))
  shop.write('planogram.yaml', configText(emulator, emulator.site))
  const right = await apply(shop)

  expect(wrong.exitCode).toBe(6)
  expect(uploads.length).toBe(20)
  // 100 products and their pictures are left; a product, its place, a category and that one's place are written.
  expect([/(\d+) changes left/, /(\d+) changes written/].map((pattern) => Number(pattern.exec(wrong.stdout)?.[1]))).toEqual([200, 4])
  expect(inOneLine(wrong.stderr).match(/has no folder for images on site acme/g)?.length).toBe(1)
  expect(inOneLine(wrong.stdout).match(/has no folder for images on site acme/g)?.length).toBe(1)
  expect(inOneLine(wrong.stdout)).toContain('Check files_url and site_name in planogram.yaml.')
  expect([right.exitCode, right.stderr.match(/(\d+) uploads/)?.[1]]).toEqual([0, String(count)])
})

test('`runs show` names the cause first, then the number of what was skipped', async () => {
  const { shop } = await startShop()
  await apply(shop)
  const id = /"id": "([^"]+)"/.exec((await planogram(shop.root, ['runs', '--format', 'json'])).stdout)?.[1] ?? ''

  const { stdout } = await planogram(shop.root, ['runs', 'show', id])

  const words = stdout.split('\n').flatMap((line) => /^(?:failed|skipped|blocked|done|\(and .*skipped)/.exec(line)?.[0] ?? [])
  expect(words).toEqual([
    ...Array.from({ length: 20 }, () => 'failed'),
    ...Array.from({ length: 5 }, () => 'skipped'),
    '(and 175 more skipped',
    ...Array.from({ length: 4 }, () => 'done'),
  ])
  expect(stdout).toContain('The same reason for the next 19 changes:')
  // Once for the changes, once for the requests.
  expect(inOneLine(stdout).match(/has no folder for images/g)?.length).toBe(2)
})

test('`apply --resume` stops in the same way while the site_name is wrong, and ends when it is right', async () => {
  const { shop, emulator } = await startShop()
  await apply(shop)
  emulator.clearRequests()

  const still = await planogram(shop.root, ['apply', '--resume'], { SHOP_KEY: 'shop-key' })
  const again = emulator.requests().filter(({ method, path }) => method === 'PUT' && path.startsWith('/files/'))
  shop.write('planogram.yaml', configText(emulator, emulator.site))
  const right = await planogram(shop.root, ['apply', '--resume'], { SHOP_KEY: 'shop-key' })

  expect([still.exitCode, again.length]).toEqual([6, 20])
  expect([right.exitCode, right.stderr.match(/(\d+) uploads/)?.[1]]).toEqual([0, String(count)])
})
