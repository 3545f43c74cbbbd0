import type { RecordTree } from '../resources/record-tree.ts'
import type { DataContext } from './data-api/data-context.ts'
import { seedRecords } from './data-api/seed-records.ts'
import type { FilesApi } from './files/files-api.ts'
import type { KeyOptions, Keys } from './keys/keys.ts'

/** A file to begin with. */
export interface SeedFile {
  /** Without the site name and a leading slash, such as `images/items/a.jpg`; missing folders are made. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** What a store begins with. */
export interface Seed {
  /** Records of any resource: products, categories, customers, orders. `uid`, `id` and `code` stay as they are given. */
  readonly records?: readonly RecordTree[]
  readonly files?: readonly SeedFile[]
  /** Application keys besides the first one. */
  readonly keys?: readonly KeyOptions[]
}

/** Puts a seed in without a request, so that nothing is set off by it (assumptions.md H4). Records are written whole or not at all. */
export function putSeed(seed: Seed, to: { context: DataContext; files: FilesApi; keys: Keys }): void {
  const { records = [], files = [], keys = [] } = seed
  if (records.length > 0) seedRecords(to.context, records)
  for (const { path, bytes } of files) to.files.put(path, bytes)
  for (const key of keys) to.keys.add(key)
}
