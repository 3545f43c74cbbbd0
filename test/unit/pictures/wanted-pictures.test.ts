import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type NamedPicture, type PictureMemory, readPictures } from '../../../src/pictures/wanted-pictures.ts'
import { freshFolder } from '../../support/fresh-folder.ts'

const folder = freshFolder()
const count = 500

function named(root: string): readonly NamedPicture[] {
  mkdirSync(join(root, 'images'))
  return Array.from({ length: count }, (_, number) => {
    const from = `images/p${number}.jpg`
    writeFileSync(join(root, from), `picture ${number}`)
    const source = { file: 'products.yaml', start: number, end: number + 1 }
    return { from, folder: 'images/items', source, name: `p${number}.jpg`, request: null }
  })
}

test('while many small pictures are read, Ctrl-C and timers have their turn', async () => {
  const { root } = folder
  const pictures = named(root)
  const turns: number[] = []
  const memory: PictureMemory = new Map()

  const other = { goesOn: true }
  const takeTurns = async (): Promise<void> => {
    while (other.goesOn) {
      await nextTurn()
      turns.push(memory.size)
    }
  }

  const taking = takeTurns()
  const { files, problems } = await readPictures(root, pictures, memory)
  other.goesOn = false
  await taking

  expect([files.length, problems]).toEqual([count, []])
  expect(turns.filter((size) => size > 0 && size < count).length).toBeGreaterThan(1)
})
