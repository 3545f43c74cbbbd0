import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type FileMark, isSameCatalogue, markCatalogue, withDocumentHashes } from '../../../../src/workspace/remembered/file-marks.ts'
import { shopFolder, type ShopFolder } from '../../../support/shop-folder.ts'

/** A folder whose files seem to be an hour old, so that their times are enough to recognise them. */
function oldShop(): {
  readonly folder: ShopFolder
  readonly isSame: (as: 'bytes' | 'file') => boolean
  /** The paths of the files that are hashed when they are marked, and later. */
  readonly hashed: readonly (readonly string[])[]
} {
  const folder = shopFolder({ 'shop.yaml': 'products: {}\n', 'images/mug.png': 'picture', 'copy/mug.html': 'text' })
  onTestFinished(() => folder[Symbol.dispose]())
  const marks = markCatalogue(folder.root, [], Date.now() + 3_600_000) ?? []
  const withHashes = withDocumentHashes(marks, folder.root, () => undefined) ?? []
  return {
    folder,
    isSame: (as) => isSameCatalogue(withHashes, folder.root, { besides: [], as }),
    hashed: [marks, withHashes].map(hashedPaths),
  }
}

function hashedPaths(marks: readonly FileMark[]): readonly string[] {
  return marks.flatMap(({ path, sha256 }) => (sha256 === null ? [] : [path])).toSorted()
}

test('of files that are settled only documents are hashed, and not before they were read', () => {
  const { isSame, hashed } = oldShop()

  const same = [isSame('bytes'), isSame('file')]

  expect(hashed).toEqual([[], ['planogram.yaml', 'shop.yaml']])
  expect(same).toEqual([true, true])
})

test('a document that was read is not hashed again', () => {
  const folder = shopFolder({ 'shop.yaml': 'products: {}\n' })
  onTestFinished(() => folder[Symbol.dispose]())
  const marks = markCatalogue(folder.root, [], Date.now() + 3_600_000) ?? []

  const hashed = withDocumentHashes(marks, folder.root, (path) => (path === 'shop.yaml' ? 'of its reading' : undefined)) ?? []

  const hashes = new Map(hashed.map(({ path, sha256 }) => [path, sha256]))
  const config = createHash('sha256')
    .update(readFileSync(join(folder.root, 'planogram.yaml')))
    .digest('hex')
  expect([hashes.get('shop.yaml'), hashes.get('planogram.yaml')]).toEqual(['of its reading', config])
})

test('without a document that was deleted since, nothing is remembered', () => {
  const { folder } = oldShop()
  const marks = markCatalogue(folder.root, [], Date.now() + 3_600_000) ?? []

  rmSync(join(folder.root, 'shop.yaml'))
  const hashed = withDocumentHashes(marks, folder.root, () => undefined)

  expect(hashed).toBeNull()
})

test('a picture of the same size with the times of before is another file', () => {
  const { folder, isSame } = oldShop()
  const file = join(folder.root, 'images', 'mug.png')
  const { atime, mtime } = statSync(file)

  writeFileSync(file, 'pictura')
  utimesSync(file, atime, mtime)
  const same = isSame('bytes')

  expect(same).toBe(false)
})

test('a document that was written anew with the same bytes has the same content, and is not the same file', () => {
  const { folder, isSame } = oldShop()

  folder.write('shop.yaml', 'products: {}\n')
  const same = [isSame('bytes'), isSame('file')]

  expect(same).toEqual([true, false])
})

test('a file that changed just before is hashed, whatever its kind', () => {
  const folder = shopFolder({ 'images/mug.png': 'picture' })
  onTestFinished(() => folder[Symbol.dispose]())

  const marks = markCatalogue(folder.root, []) ?? []

  expect(hashedPaths(marks)).toEqual(['images/mug.png', 'planogram.yaml'])
})

test('a link to a folder, and a folder of packages on a disk that ignores case, cannot be marked', () => {
  const [linked, folded] = [shopFolder({ 'images/mug.png': 'picture' }), shopFolder({ 'NODE_MODULES/any.yaml': '' })]
  onTestFinished(() => [linked, folded].forEach((folder) => folder[Symbol.dispose]()))
  symlinkSync(join(linked.root, 'images'), join(linked.root, 'pictures'))

  const marks = [linked, folded].map(({ root }) => markCatalogue(root, []))

  expect(marks).toEqual([null, null])
})

test('a file beside the catalogue counts, also where it does not exist yet', () => {
  const folder = shopFolder({})
  onTestFinished(() => folder[Symbol.dispose]())
  const config = '.config/shop.yaml'
  const marks = markCatalogue(folder.root, [config]) ?? []
  const isSame = (): boolean => isSameCatalogue(marks, folder.root, { besides: [config], as: 'bytes' })

  const before = isSame()
  folder.write(config, 'stores: {}\n')
  const after = isSame()
  rmSync(join(folder.root, config))

  expect([before, after, isSame()]).toEqual([true, false, true])
  expect(existsSync(join(folder.root, config))).toBe(false)
})
