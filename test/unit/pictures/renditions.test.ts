import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PictureMaker } from '../../../src/pictures/picture-maker.ts'
import { isRaster, renditionIdentity } from '../../../src/pictures/rendition.ts'
import { sharpMaker } from '../../../src/pictures/sharp-maker.ts'
import { pictureContent } from '../../../src/records/rendition-mark.ts'
import { photo } from '../../support/photo.ts'
import { type FlatCatalogue, loadFlat, inCatalogue, loadWritten, problemLines } from '../../support/written-catalogue.ts'

const config = (images: string): string => `stores: { local: { emulator: true } }\nimages: { ${images} }\n`
const tee = await photo({ width: 400, height: 300, shade: 100 })
const back = await photo({ width: 300, height: 300, shade: 140 })
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

const shop = `products:
  TEE:
    title: Tee
    price: 19.95
    image: images/tee.png
    extra_images: [images/back.png]
`
const files = { 'shop.yaml': shop, 'images/tee.png': tee, 'images/back.png': back }

/** The pictures of the first product, and what goes to the store: `path <- source`, `*` for what is made. */
function pictures({ desired }: FlatCatalogue): { fields: readonly string[]; files: readonly string[] } {
  const [product] = desired.roots.Product ?? []
  const { image = '-', thumb = '-', image_large = '-' } = product?.fields ?? {}
  const rows = [...(product?.children.ExtraImages ?? []), ...(product?.children.Variants ?? [])]
  return {
    fields: [image, thumb, image_large, ...rows.map(({ fields }) => `${fields['image'] ?? '-'} ${fields['thumbnail'] ?? '-'}`)],
    files: desired.files.map(({ path, from, size }) => `${path} <- ${from}${size === null ? ' *' : ''}`),
  }
}

test('without images in the config nothing is made and nothing more is managed', async () => {
  expect(pictures(await loadWritten(files))).toEqual({
    fields: ['tee.png', '-', '-', 'back.png -'],
    files: ['images/items/tee.png <- images/tee.png', 'images/items/back.png <- images/back.png'],
  })
})

test('thumb, zoom picture and the thumbnails of extra pictures are made of the named picture', async () => {
  const loaded = await loadWritten({ ...files, 'planogram.yaml': config('thumb: 160, large: 350') })

  expect(loaded.problems).toEqual([])
  expect(loaded.notices).toEqual([])
  expect(pictures(loaded)).toEqual({
    fields: ['tee.png', 'tee.png', 'tee-large.png', 'back.png back.png'],
    files: [
      'images/items/tee.png <- images/tee.png',
      'images/thumb/tee.png <- images/tee.png *',
      'images/items/tee-large.png <- images/tee.png *',
      'images/items/back.png <- images/back.png',
      'images/thumb/back.png <- images/back.png *',
    ],
  })
})

test('with main, products and variants get a smaller picture; an extra picture is uploaded unchanged', async () => {
  const variants = `${shop}    options: { colour: { label: Colour, values: { navy: Navy } } }
    variants: { matrix: "{sku}-{colour}", each: { price: 5, image: images/back.png } }
`
  const category = 'categories: { tees: { name: Tees, image: images/back.png } }\n'
  const named = variants.replace('image: images/tee.png', 'image: images/tee.png\n    thumb: images/back.png\n    categories: [tees]')
  const loaded = await loadWritten({ ...files, 'shop.yaml': category + named, 'planogram.yaml': config('main: 200') })

  expect(loaded.problems).toEqual([])
  expect(loaded.desired.roots.Cat?.[0]?.fields['image']).toBe('back.png')
  expect(pictures(loaded)).toEqual({
    fields: ['tee-main.png', 'back.png', '-', 'back.png -', 'back-main.png -'],
    files: [
      'images/items/back.png <- images/back.png',
      'images/items/tee-main.png <- images/tee.png *',
      'images/thumb/back.png <- images/back.png',
      'images/items/back-main.png <- images/back.png *',
    ],
  })
})

test('a picture that is named is uploaded unchanged, a missing one gives no rendition, and SVG fits every size', async () => {
  const images = config('thumb: 160, large: 350')
  const given = shop
    .replace('image: images/tee.png', 'image: images/tee.png\n    thumb: images/small.png\n    image_large: ""')
    .replace('[images/back.png]', '[{ image: images/back.png, thumbnail: images/logo.svg }]')
  const [byHand, none, drawing] = await Promise.all([
    loadWritten({ ...files, 'images/small.png': back, 'images/logo.svg': svg, 'shop.yaml': given, 'planogram.yaml': images }),
    loadWritten({
      'shop.yaml': 'products: { A: { title: A, price: 1, image: "" }, B: { title: B, price: 1 } }\n',
      'planogram.yaml': images,
    }),
    loadWritten({
      'shop.yaml': 'products: { A: { title: A, price: 1, image: images/logo.svg } }\n',
      'images/logo.svg': svg,
      'planogram.yaml': images,
    }),
  ])

  expect(pictures(byHand)).toEqual({
    fields: ['tee.png', 'small.png', '', 'back.png logo.svg'],
    files: [
      'images/items/tee.png <- images/tee.png',
      'images/thumb/small.png <- images/small.png',
      'images/items/back.png <- images/back.png',
      'images/thumb/logo.svg <- images/logo.svg',
    ],
  })
  expect(
    [none, drawing].map(({ desired }) =>
      desired.roots.Product?.map(({ fields }) => [fields['image'], fields['thumb'], fields['image_large']]),
    ),
  ).toEqual([
    [
      ['', '', ''],
      [undefined, undefined, undefined],
    ],
    [['logo.svg', 'logo.svg', 'logo-large.svg']],
  ])
  expect(drawing.desired.files.map(({ size }) => size)).toEqual([svg.length, svg.length, svg.length])
})

const names = (loaded: FlatCatalogue): string[] => loaded.desired.files.map(({ path }) => path)

test('hashed names follow from the content alone', async () => {
  const hashed = config('thumb: 160, naming: hashed')
  const [first, moved, other, larger] = await Promise.all([
    loadWritten({ ...files, 'planogram.yaml': hashed }),
    loadWritten({
      'shop.yaml': shop.replace('images/tee', 'images/new/tee'),
      'images/new/tee.png': tee,
      'images/back.png': back,
      'planogram.yaml': hashed,
    }),
    loadWritten({ ...files, 'images/tee.png': await photo({ width: 400, height: 300, shade: 101 }), 'planogram.yaml': hashed }),
    loadWritten({ ...files, 'planogram.yaml': config('thumb: 161, naming: hashed') }),
  ])

  expect(names(first).map((path) => path.replace(/[0-9a-f]{8}\./, '#.'))).toEqual([
    'images/items/tee.#.png',
    'images/thumb/tee.#.png',
    'images/items/back.#.png',
    'images/thumb/back.#.png',
  ])
  expect(new Set(names(first)).size).toBe(4)
  expect(names(moved)).toEqual(names(first))
  expect(names(other).map((path, index) => path === names(first)[index])).toEqual([false, false, true, true])
  expect(names(larger).map((path, index) => path === names(first)[index])).toEqual([true, false, true, false])
  expect(pictures(first).fields.slice(0, 2)).toEqual(
    names(first)
      .slice(0, 2)
      .map((path) => path.split('/').at(-1)),
  )
})

test('a picture that was pulled under its hashed name keeps it', async () => {
  const hashed = config('thumb: 160, naming: hashed')
  const [own] = (await loadWritten({ ...files, 'planogram.yaml': hashed })).desired.files
  const pulled = own?.path.replace('images/items/', 'images/') ?? ''

  const loaded = await loadWritten({
    'shop.yaml': shop.replace('images/tee.png', pulled),
    [pulled]: tee,
    'images/back.png': back,
    'planogram.yaml': hashed,
  })

  expect(loaded.desired.files[0]?.path).toBe(own?.path)
  expect(loaded.desired.files[1]?.path).toMatch(/^images\/thumb\/tee\.[0-9a-f]{8}\.png$/)
})

test('the bytes of a rendition contain its identity, those of a source do not', async () => {
  await inCatalogue({ ...files, 'planogram.yaml': config('thumb: 160') }, async (root) => {
    const { desired, readPicture } = await loadFlat({ root, env: {} })
    const [main, thumb] = desired.files

    const source = await readPicture('images/tee.png', main?.sha256)
    const made = await readPicture('images/tee.png', thumb?.sha256)

    expect(Buffer.from(source).equals(Buffer.from(tee))).toBe(true)
    expect(pictureContent(made)).toBe(thumb?.sha256)
    expect((await sharp(made).metadata()).width).toBe(160)
  })
})

const withoutSharp = (): Promise<PictureMaker> => sharpMaker(() => Promise.reject(new Error("Cannot find package 'sharp'")))

test('without sharp the catalogue is valid and can be planned; only making a picture fails with the package to install', async () => {
  await inCatalogue({ ...files, 'planogram.yaml': config('thumb: 160') }, async (root) => {
    const { desired, problems, makeRenditions, readPicture } = await loadFlat({ root, env: {}, loadMaker: withoutSharp })
    const [main, thumb] = desired.files

    expect(problems).toEqual([])
    expect(await makeRenditions([main?.sha256 ?? ''])).toEqual([])
    await expect(makeRenditions([thumb?.sha256 ?? ''])).rejects.toMatchObject({
      code: 'sharp-missing',
      fix: expect.stringContaining('npm install sharp'),
    })
    await expect(readPicture('images/tee.png', thumb?.sha256)).rejects.toMatchObject({ code: 'sharp-missing' })
  })
})

test('a rendition and another picture that want one name are a problem', async () => {
  const both = `${shop}  CAP:\n    title: Cap\n    price: 5\n    thumb: images/tee.png\n`

  const loaded = await loadWritten({ ...files, 'shop.yaml': both, 'planogram.yaml': config('thumb: 160') })

  expect(problemLines(loaded)).toEqual([
    'shop.yaml:10:12 picture-collision: images/tee.png and the rendition of images/tee.png are different pictures with the same path in the store, images/thumb/tee.png > Give one of them another file name. A difference in case is not enough.',
  ])
})

const each = (name: string): string => `products: { A: { title: A, price: 1, image: images/${name} } }\n`

test('a source that is missing, not a picture, broken or small is reported once, where it is named', async () => {
  const broken = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('x'.repeat(40))])
  const images = config('main: 100, thumb: 160, large: 1600')
  const found = await Promise.all(
    [
      { 'shop.yaml': each('gone.png') },
      { 'shop.yaml': each('text.png'), 'images/text.png': 'Hello' },
      { 'shop.yaml': each('broken.png'), 'images/broken.png': broken },
      { 'shop.yaml': each('tee.png'), 'images/tee.png': tee },
      { 'shop.yaml': each('../out.png') },
    ].map(async (written) => problemLines(await loadWritten({ ...written, 'planogram.yaml': images })).map((line) => line.split(' > ')[0])),
  )

  expect(found).toEqual([
    ['shop.yaml:1:45 pictures-exist: the picture images/gone.png does not exist'],
    ['shop.yaml:1:45 pictures-are-pictures: the picture images/text.png is text'],
    ['shop.yaml:1:45 rendition-source: the picture images/broken.png cannot be made smaller: its header has no size'],
    ['shop.yaml:1:45 rendition-small: the picture images/tee.png has 400 x 300 pixels, fewer than the 1600 of images.large'],
    ['shop.yaml:1:45 path-outside: "images/../out.png" contains ..'],
  ])
})

test('what has pixels is made smaller, and its identity is the same in every version: another one is another upload', () => {
  expect((['png', 'jpeg', 'gif', 'webp', 'svg', 'text', 'other', 'missing'] as const).filter(isRaster)).toEqual([
    'png',
    'jpeg',
    'gif',
    'webp',
  ])
  expect(renditionIdentity({ sha256: '0'.repeat(64), kind: 'png', edge: 800 })).toBe(
    '3c0e9d978f0e937cc45603c06998ce652207ca2659e9b70eee2ce7ddbd3f100f',
  )
})

test('a zoom picture of the size of the main picture is reported, one that is larger in one direction is not', async () => {
  const wide = await photo({ width: 401, height: 300, shade: 90 })
  const zoomed = shop.replace('image: images/tee.png', 'image: images/tee.png\n    image_large: images/zoom.png')
  const found = await Promise.all(
    [await photo({ width: 400, height: 300, shade: 90 }), wide].map(async (zoom) =>
      problemLines(await loadWritten({ ...files, 'images/zoom.png': zoom, 'shop.yaml': zoomed })).map((line) => line.split(' > ')[0]),
    ),
  )

  expect(found).toEqual([
    ['shop.yaml:6:18 picture-form: the zoom picture of TEE has 400 x 300 pixels, not more than the main picture with 400 x 300'],
    [],
  ])
})
