import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPlainFile } from '../../../src/files/read-plain-file.ts'
import { freshFolder } from '../../support/fresh-folder.ts'

const fresh = freshFolder()

test.each([0, 1_000_000, 1_000_001, 3_000_000])('a file of %i bytes is read whole', async (size) => {
  const file = join(fresh.root, 'oak.jpg')
  const bytes = Buffer.alloc(size, 'oak')
  writeFileSync(file, bytes)

  const read = await readPlainFile(file)

  expect(bytes.equals(read)).toBe(true)
})

test('a folder in the place of a file is refused', async () => {
  const file = join(fresh.root, 'oak.jpg')
  mkdirSync(file)

  await expect(readPlainFile(file)).rejects.toThrow(`${file} is not a regular file`)
})
