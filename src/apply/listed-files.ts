import { OperationalError } from '../errors.ts'
import { folderOf } from '../live/present-files.ts'
import type { PresentFile, StoreClient, StoreFiles } from '../store/store-client.ts'

/** The files of a store as a run finds them. */
export interface ListedFiles {
  /** The file with this path; `undefined` where the store has none. Each folder is listed once; what is known is returned without a promise. */
  find(path: string): PresentFile | undefined | Promise<PresentFile | undefined>
  /** Begins to list the folder of this path. Who asks for a file of it gets the error. */
  begin(path: string | undefined): void
  /** True where the folder of this path was listed. */
  isKnown(path: string): boolean
  /** The Files API. Throws `files-fault` where the store has none. */
  area(path: string): StoreFiles
}

/** Opens the files of a store; `action`: what cannot be done to a file without the Files API. */
export function openListedFiles({ name, files }: StoreClient, action: 'uploaded' | 'removed'): ListedFiles {
  const listings = new Map<string, Promise<ReadonlyMap<string, PresentFile>>>()
  const known = new Map<string, ReadonlyMap<string, PresentFile>>()
  const area = (path: string): StoreFiles => {
    if (files) return files
    throw new OperationalError('files-fault', `${path} cannot be ${action}: ${name} has no Files API.`, {
      fix: 'Set files_url and site_name of this store in planogram.yaml.',
    })
  }
  async function list(folder: string, files: StoreFiles): Promise<ReadonlyMap<string, PresentFile>> {
    const listed = byPath(await files.list(folder))
    known.set(folder, listed)
    return listed
  }

  function listOnce(folder: string, files: StoreFiles): Promise<ReadonlyMap<string, PresentFile>> {
    const listing = listings.get(folder) ?? list(folder, files)
    listings.set(folder, listing)
    return listing
  }

  return {
    area,
    begin(path) {
      if (path !== undefined && files) listOnce(folderOf(path), files).catch(() => undefined)
    },
    isKnown: (path) => known.has(folderOf(path)),
    find(path) {
      const folder = folderOf(path)
      const found = known.get(folder)
      if (found) return found.get(path)
      return listOnce(folder, area(path)).then((files) => files.get(path))
    },
  }
}

/** Files by path. */
export function byPath(files: readonly PresentFile[]): ReadonlyMap<string, PresentFile> {
  return new Map(files.map((file) => [file.path, file]))
}
