import { join } from 'node:path'
import { startFilesServer } from '../../../support/files-server.ts'

/** Uploads to four files over and over, each time all of one letter, until it is killed; a line per answer. */
const folder = process.argv[2] ?? ''
const server = await startFilesServer({ database: join(folder, 'store.db'), blobs: join(folder, 'blobs') })
for (let round = 0; ; round += 1) {
  const body = String.fromCodePoint(97 + (round % 26)).repeat(200_000)
  await Promise.all([0, 1, 2, 3].map((index) => fetch(`${server.site}/images/items/${index}.bin`, { method: 'PUT', body })))
  process.stdout.write('answered\n'.repeat(4))
}
