import { types } from 'node:util'
import type { RecordTree } from '../../resources/record-tree.ts'
import { FileFault } from '../files/file-fault.ts'
import type { Administrator, AdministratorLogin } from '../administration/administrator.ts'
import type { FilesApi } from '../files/files-api.ts'
import { StoreFault } from '../http/store-fault.ts'
import type { KeyOptions, Keys } from '../keys/keys.ts'
import type { RowContext } from '../rows/row-context.ts'
import { invalidSeed, readRecords } from './read-records.ts'
import { seedRecords } from './seed-records.ts'

/** A file of a seed. */
export interface SeedFile {
  /** Without the site name and a leading slash, such as `images/items/a.jpg`; missing folders are created. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** The initial contents of a store. */
export interface Seed {
  /** Records of any resource: products, categories, customers, orders. `uid`, `id` and `code` are stored as given. */
  readonly records?: readonly RecordTree[]
  readonly files?: readonly SeedFile[]
  /** Application keys other than the first one. */
  readonly keys?: readonly KeyOptions[]
  /** The login of the administration tool; replaces the present one. */
  readonly administrator?: Administrator
}

/** What a seed is written to. */
interface SeedTarget {
  readonly context: RowContext
  readonly files: FilesApi
  readonly keys: Keys
  readonly administrator: Pick<AdministratorLogin, 'replace'>
}

function putSeedFile(files: FilesApi, { path, bytes }: SeedFile): void {
  if (typeof path !== 'string' || !types.isUint8Array(bytes)) throw invalidSeed('a file needs a "path", and "bytes" as a Uint8Array')
  try {
    files.put(path, bytes)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new StoreFault(400, `The seed file ${JSON.stringify(path.slice(0, 80))} cannot be stored. ${error.message}`)
  }
}

/** Writes a seed in one transaction, without requests and without effects (docs/assumptions.md H4). Paths are checked as in a PUT. */
export function putSeed(seed: Seed, to: SeedTarget): void {
  const { files = [], keys = [] } = seed
  const records = readRecords(seed.records)
  try {
    to.context.statements.whole(() => {
      if (records.length > 0) seedRecords(to.context, records)
      for (const file of files) putSeedFile(to.files, file)
      for (const key of keys) to.keys.add(key)
      if (seed.administrator) to.administrator.replace(seed.administrator)
    })
  } finally {
    to.files.settle()
  }
}
