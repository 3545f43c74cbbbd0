import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { openRenditions, type Renditions } from '../../../src/pictures/open-renditions.ts'
import { type Rendition, renditionIdentity } from '../../../src/pictures/rendition.ts'
import type { PictureMaker } from '../../../src/pictures/picture-maker.ts'
import { pictureContent } from '../../../src/records/rendition-mark.ts'
import { photo } from '../../support/photo.ts'
import { inCatalogue } from '../../support/written-catalogue.ts'

const source = await photo({ width: 40, height: 30 })
const sha256 = createHash('sha256').update(source).digest('hex')

function rendition(edge: number, from = 'images/tee.png'): Rendition {
  const identity = renditionIdentity({ sha256, kind: 'png', edge })
  return { use: 'thumb', edge, from, sha256, kind: 'png', identity, source: { file: 'shop.yaml', start: 3, end: 9 } }
}

interface Bench {
  readonly root: string
  readonly made: number[]
  /** The most that were being made at one moment. */
  readonly most: () => number
  readonly cached: () => string[]
  readonly open: (edges: readonly number[], maker?: PictureMaker) => Renditions
}

/** Opens renditions of one picture with a maker that counts. */
function withRenditions<T>(use: (bench: Bench) => Promise<T>): Promise<T> {
  return inCatalogue({}, async (root) => {
    const made: number[] = []
    let [now, most] = [0, 0]
    const counting: PictureMaker = async (_, { edge }) => {
      now += 1
      most = Math.max(most, now)
      const picture = await photo({ width: 10, height: 10, shade: edge % 256 })
      made.push(edge)
      now -= 1
      return picture
    }
    return await use({
      root,
      made,
      most: () => most,
      cached: () => readdirSync(join(root, '.planogram/cache/images')).toSorted(),
      open: (edges, maker = counting) =>
        openRenditions({
          root,
          renditions: edges.map((edge) => rendition(edge)),
          readSource: () => Promise.resolve(source),
          loadMaker: () => Promise.resolve(maker),
        }),
    })
  })
}

test('a rendition is made once, and again only where its file is missing or does not match its name', async () => {
  await withRenditions(async ({ root, made, cached, open }) => {
    const { identity } = rendition(160)
    const file = join(root, '.planogram/cache/images', `${identity}.png`)

    const first = await open([160]).bytesOf(rendition(160))
    const second = await open([160]).bytesOf(rendition(160))
    expect(made).toEqual([160])
    writeFileSync(file, readFileSync(file).subarray(0, 40))
    const third = await open([160]).bytesOf(rendition(160))
    rmSync(join(root, '.planogram'), { recursive: true })
    const fourth = await open([160]).bytesOf(rendition(160))

    expect(made).toEqual([160, 160, 160])
    expect([first, second, third, fourth].map((bytes) => pictureContent(bytes))).toEqual(Array.from({ length: 4 }, () => identity))
    expect(cached()).toEqual([`${identity}.png`])
  })
})

test('many are made a few at a time, each once, with a word on how far it is', async () => {
  await withRenditions(async ({ made, most, cached, open }) => {
    const edges = Array.from({ length: 20 }, (_, index) => 20 + index)
    const identities = edges.map((edge) => rendition(edge).identity)
    const words: string[] = []

    const problems = await open(edges).make([...identities, ...identities, 'unknown'], (done, all) => words.push(`${done}/${all}`))

    expect(problems).toEqual([])
    expect(made.toSorted((a, b) => a - b)).toEqual(edges)
    expect([most() > 1, most() <= 4]).toEqual([true, true])
    expect(words).toEqual(edges.map((_, index) => `${index + 1}/20`))
    expect(cached()).toEqual(identities.map((identity) => `${identity}.png`).toSorted())
  })
})

const picky: PictureMaker = (bytes, { edge }) =>
  edge === 21 ? Promise.reject(new Error('pngload_buffer: libspng read error\nmore')) : Promise.resolve(bytes)

test('a picture that cannot be read is a problem at its place, and the others are made', async () => {
  await withRenditions(async ({ open }) => {
    const problems = await open([20, 21, 22], picky).make([20, 21, 22].map((edge) => rendition(edge).identity))

    expect(problems).toEqual([
      {
        rule: 'rendition-source',
        severity: 'error',
        message: 'the picture images/tee.png cannot be resized: pngload_buffer: libspng read error',
        fix: 'Open the picture in an image editor and export it again.',
        at: { file: 'shop.yaml', start: 3, end: 9 },
        related: null,
      },
    ])
  })
})

const broken: PictureMaker = () => Promise.reject(new Error('premature end of JPEG image'))

test('an unreadable picture is reported once, however many sizes were requested', async () => {
  await withRenditions(async ({ open }) => {
    const problems = await open([20, 21, 22], broken).make([20, 21, 22].map((edge) => rendition(edge).identity))

    expect(problems.map(({ message }) => message)).toEqual(['the picture images/tee.png cannot be resized: premature end of JPEG image'])
  })
})

test('without a maker nothing is asked of it before something is to be made', async () => {
  await withRenditions(async ({ root }) => {
    const missing = new OperationalError('sharp-missing', 'no sharp')
    const renditions = openRenditions({
      root,
      renditions: [rendition(160)],
      readSource: () => Promise.resolve(source),
      loadMaker: () => Promise.reject(missing),
    })

    expect(await renditions.make([])).toEqual([])
    await expect(renditions.make([rendition(160).identity])).rejects.toBe(missing)
  })
})

test('a source that is another one by now is not made into what was planned', async () => {
  await withRenditions(async ({ open }) => {
    const other: Rendition = { ...rendition(160), sha256: '0'.repeat(64) }

    await expect(open([160]).bytesOf(other)).rejects.toMatchObject({ code: 'plan-stale' })
  })
})

test('nothing is kept outside of the catalogue, or where nothing can be kept', async () => {
  await inCatalogue({ 'else/where.txt': '' }, async (elsewhere) => {
    await withRenditions(async ({ root, made, open }) => {
      mkdirSync(join(root, '.planogram'))
      symlinkSync(join(elsewhere, 'else'), join(root, '.planogram/cache'))
      await open([160]).bytesOf(rendition(160))
      rmSync(join(root, '.planogram'), { recursive: true })
      writeFileSync(join(root, '.planogram'), 'no folder')
      await open([160]).bytesOf(rendition(160))

      expect(made).toEqual([160, 160])
      expect(
        readdirSync(join(elsewhere, 'else'), { recursive: true, withFileTypes: true })
          .filter((each) => each.isFile())
          .map(({ name }) => name),
      ).toEqual(['where.txt'])
    })
  })
})
