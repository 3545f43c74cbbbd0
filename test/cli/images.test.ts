import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { photo } from '../support/photo.ts'
import { shopFolder, type ShopFolder } from '../support/shop-folder.ts'

const config = (images: string): string => `stores: { local: { emulator: true } }\nimages: { ${images} }\n`
const shop = `products:
  TEE:
    title: Tee
    price: 19.95
    image: images/tee.png
    extra_images: [images/back.jpg]
`

async function folderWith(images: string): Promise<ShopFolder> {
  const [tee, back] = await Promise.all([photo({ shade: 100 }), photo({ kind: 'jpeg', shade: 140 })])
  return shopFolder({ 'planogram.yaml': config(images), 'shop.yaml': shop, 'images/tee.png': tee, 'images/back.jpg': back })
}

/** The changes of a plan as JSON: action, address, and each field of a record. */
async function planned(root: string): Promise<string[]> {
  const { stdout, stderr, exitCode } = await planogram(root, ['plan', '--format', 'json'])
  if (exitCode !== 0) throw new Error(stderr)
  const { changes }: { changes: { address: string; action: string; fields?: { field: string; before: string; after: string }[] }[] } =
    JSON.parse(stdout)
  return changes.flatMap(({ address, action, fields = [] }) => [
    `${action} ${address}`,
    ...fields.map(({ field, before, after }) => `  ${field}: ${before} -> ${after}`),
  ])
}

const apply = async (root: string): Promise<number> => (await planogram(root, ['apply', '--auto-approve', '--quiet'])).exitCode
const cached = (root: string): number => {
  const folder = join(root, '.planogram/cache/images')
  return existsSync(folder) ? readdirSync(folder).length : 0
}
const short = (line: string): string => line.replace(/\.[0-9a-f]{8}\./g, '.#.')

test('plain names: applied once, nothing to do, then a picture changes', async () => {
  using folder = await folderWith('main: 200, thumb: 100, large: 350')
  const { root } = folder

  expect((await planogram(root, ['validate'])).exitCode).toBe(0)
  expect(cached(root)).toBe(0)
  expect(await apply(root)).toBe(0)
  expect(await planned(root)).toEqual([])
  expect(cached(root)).toBe(4)

  folder.write('images/tee.png', await photo({ shade: 200 }))
  expect(await planned(root)).toEqual(
    ['items/tee-large.png', 'items/tee-main.png', 'thumb/tee.png'].map((path) => `update file.images/${path}`),
  )
  expect(await apply(root)).toBe(0)
  expect(await planned(root)).toEqual([])

  folder.write('planogram.yaml', config('main: 200, thumb: 120, large: 350'))
  expect(await planned(root)).toEqual(['update file.images/thumb/back.jpg', 'update file.images/thumb/tee.png'])
})

test('hashed names: a changed picture is a new file, the record goes over to it, the old file stays', async () => {
  using folder = await folderWith('thumb: 100, large: 350, naming: hashed')
  const { root } = folder

  expect(await apply(root)).toBe(0)
  expect(await planned(root)).toEqual([])

  folder.write('images/tee.png', await photo({ shade: 200 }))
  folder.write('images/back.jpg', await photo({ kind: 'jpeg', shade: 220 }))
  expect((await planned(root)).map(short).toSorted()).toEqual([
    '  image: back.#.jpg -> back.#.jpg',
    '  image: tee.#.png -> tee.#.png',
    '  image_large: tee.#.png -> tee.#.png',
    '  thumb: tee.#.png -> tee.#.png',
    '  thumbnail: back.#.jpg -> back.#.jpg',
    'create file.images/items/back.#.jpg',
    'create file.images/items/tee.#.png',
    'create file.images/items/tee.#.png',
    'create file.images/thumb/back.#.jpg',
    'create file.images/thumb/tee.#.png',
    'update product.TEE',
    expect.stringMatching(/^update product\.TEE\/extra-image\./),
  ])
  expect(await apply(root)).toBe(0)
  expect(await planned(root)).toEqual([])

  // Back to the first picture: its files are still there, so only the record changes.
  folder.write('images/tee.png', await photo({ shade: 100 }))
  expect((await planned(root)).map(short)).toEqual([
    'update product.TEE',
    '  image: tee.#.png -> tee.#.png',
    '  thumb: tee.#.png -> tee.#.png',
    '  image_large: tee.#.png -> tee.#.png',
  ])
})

test.each(['plain', 'hashed'])('a machine that remembers nothing finds nothing to do, and makes nothing (%s names)', async (naming) => {
  using folder = await folderWith(`main: 200, thumb: 100, naming: ${naming}`)
  const { root } = folder
  expect(await apply(root)).toBe(0)

  for (const name of readdirSync(join(root, '.planogram'))) {
    if (name !== 'emulator') rmSync(join(root, '.planogram', name), { recursive: true })
  }

  expect(await planned(root)).toEqual([])
  expect(cached(root)).toBe(0)
})

test('pull leaves what is made of pictures alone, and the plan after it is empty', async () => {
  using folder = await folderWith('main: 200, thumb: 100, large: 350')
  const { root } = folder
  expect(await apply(root)).toBe(0)
  const source = readFileSync(join(root, 'images/tee.png'))

  const pulled = await planogram(root, ['pull', '--images', '--force'])

  expect([pulled.exitCode, pulled.stderr]).toEqual([0, expect.stringContaining('nothing was written to it')])
  expect(readFileSync(join(root, 'shop.yaml'), 'utf8')).toBe(shop)
  expect(readFileSync(join(root, 'images/tee.png')).equals(source)).toBe(true)
  expect(readdirSync(join(root, 'images')).toSorted()).toEqual(['back.jpg', 'tee.png'])
  expect(await planned(root)).toEqual([])
})

test('a picture that sharp cannot read is shown at its place before anything is written', async () => {
  using folder = await folderWith('thumb: 100')
  const { root } = folder
  const noise = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg()
    .toBuffer()
  folder.write('images/back.jpg', noise.subarray(0, noise.length / 2))

  const { exitCode, stderr } = await planogram(root, ['apply', '--auto-approve'])

  expect(exitCode).toBe(65)
  expect(stderr).toContain('error[rendition-source]: the picture images/back.jpg cannot be resized: ')
  expect(stderr).toContain('> 6 │     extra_images: [images/back.jpg]')
  expect(stderr).toContain('One picture cannot be resized; nothing was sent to a store.')
  folder.write('images/back.jpg', noise)
  expect((await planned(root)).filter((line) => line.startsWith('create'))).toContain('create product.TEE')
})

test('the plan says what is rendered from which picture, and a saved plan renders it', async () => {
  using folder = await folderWith('thumb: 100')

  const { stdout } = await planogram(folder.root, ['plan', '--out', 'plan.json'])
  const applied = await planogram(folder.root, ['apply', 'plan.json', '--auto-approve', '--quiet'])

  expect(stdout).toMatch(/4 uploads \(\d\.\d KB and 2\srenditions\)/)
  expect(stdout).toMatch(/images\/thumb\/tee\.png {2}rendered from images\/tee\.png/)
  expect(applied.exitCode).toBe(0)
  expect(await planned(folder.root)).toEqual([])
})

test('explain says that a picture is derived, and from what', async () => {
  using folder = await folderWith('thumb: 100')

  const field = await planogram(folder.root, ['explain', 'product.TEE.thumb'])
  const file = await planogram(folder.root, ['explain', 'file.images/thumb/tee.png'])

  expect([field.exitCode, file.exitCode]).toEqual([0, 0])
  expect(field.stdout).toContain('tee.png')
  expect(file.stdout).toContain('images/tee.png')
})
