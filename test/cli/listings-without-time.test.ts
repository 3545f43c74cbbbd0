import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stored } from '../support/any-store.ts'
import { openShop, type Shop } from '../support/open-shop.ts'
import { startScriptedStore } from '../support/scripted-store.ts'
import { png } from '../support/written-catalogue.ts'

const path = 'images/items/x.png'
const product = stored('Product', { sku: 'A', title: 'A', image: 'x.png' })

/** A shop whose product has the same picture in the catalogue and in the store, where listings have neither times nor entity tags. */
async function timelessShop(): Promise<Shop> {
  const document = 'products:\n  A: { title: A, image: images/x.png }\n'
  const shop = await openShop([product], { 'shop.yaml': document, 'images/x.png': '' })
  const { filesUrl } = shop.emulator
  const front = await startScriptedStore(({ method, url, authorization, body }, response) => {
    const forwarded = fetch(new URL(url, filesUrl), { method, headers: { authorization, depth: '1' }, ...(body === '' ? {} : { body }) })
    void forwarded.then(async (answer) => {
      const bytes = Buffer.from(await answer.arrayBuffer())
      const text = bytes.toString().replaceAll(/<D:(getlastmodified|getetag)>[^<]*<\/D:\1>/g, '')
      response.writeHead(answer.status).end(method === 'PROPFIND' ? text : bytes)
    })
  })
  onTestFinished(async () => {
    await front[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  })
  const config = join(shop.root, 'planogram.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace(filesUrl, `${front.url}${new URL(filesUrl).pathname}`))
  writeFileSync(join(shop.root, 'images/x.png'), png('one'))
  await shop.put(path, png('one'))
  return shop
}

test('a plan sees a picture that was replaced by one of the same size', async () => {
  const shop = await timelessShop()

  const first = await shop.run('plan', '--detailed-exitcode')
  await shop.put(path, png('two'))
  const second = await shop.run('plan', '--detailed-exitcode')

  expect([first.exitCode, second.exitCode]).toEqual([0, 2])
  expect(second.stdout).toContain(`file ${path}`)
})

test('a pull sees it too', async () => {
  const shop = await timelessShop()

  await shop.run('pull', '--images', '--force')
  await shop.put(path, png('two'))
  const pulled = await shop.run('pull', '--images', '--force')

  expect(pulled.exitCode).toBe(0)
  expect(shop.files()['images/x.png']?.endsWith('two')).toBe(true)
})
