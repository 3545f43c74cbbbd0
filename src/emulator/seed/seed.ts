import type { RecordTree } from '../../resources/record-tree.ts'
import type { Administrator, AdministratorLogin } from '../administration/administrator.ts'
import type { FilesApi } from '../files/files-api.ts'
import type { KeyOptions, Keys } from '../keys/keys.ts'
import type { RowContext } from '../rows/row-context.ts'
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

/** Writes a seed without requests and without effects (assumptions.md H4). All records are written, or none. */
export function putSeed(seed: Seed, to: SeedTarget): void {
  const { records = [], files = [], keys = [] } = seed
  if (records.length > 0) seedRecords(to.context, records)
  for (const { path, bytes } of files) to.files.put(path, bytes)
  for (const key of keys) to.keys.add(key)
  if (seed.administrator) to.administrator.replace(seed.administrator)
}
