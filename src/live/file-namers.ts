import { keyNames } from '../records/row-identity.ts'
import type { RecordTree } from '../resources/record-tree.ts'
import { resources, type ResourceName } from '../resources/registry.ts'
import type { StoreClient } from '../store/store-client.ts'
import { folderOf } from './present-files.ts'
import { isRefusedRead } from './refused-read.ts'

/** A row of the store that names a file in one of its fields. */
export interface FileNamer {
  /** Path of the file in the store. */
  readonly path: string
  /** Its key fields and the field that names the file; no children. */
  readonly row: RecordTree
  readonly field: string
}

/** The rows that name some files. */
export interface FileNamers {
  readonly namers: readonly FileNamer[]
  /** The paths of which that is not known: the store refuses to read a resource that can name them, or to look for such a name. */
  readonly unknown: ReadonlySet<string>
}

/**
 * The rows of the store that name files with these paths, in any case, in all fields for pictures (docs/api.md, the fields of Product, Variants,
 * ExtraImages and Cat), managed or not. Links in texts are not looked for.
 */
export async function fileNamers(paths: readonly string[], store: Pick<StoreClient, 'readWhere'>): Promise<FileNamers> {
  const places = pictureFields.map((place) => ({ ...place, names: namesIn(place.folder, paths) })).filter(({ names }) => names.length > 0)
  const found = await Promise.all(places.map((place) => namersIn(place, store)))
  const isKnown = new Set(pictureFields.map(({ folder }) => folder))
  const lost = places.flatMap(({ folder, names }, index) => (found[index] ? [] : names.map((name) => `${folder}/${name}`)))
  const unsaid = paths.filter((path) => path.includes(wildcard) || !isKnown.has(folderOf(path)))
  return { namers: found.flatMap((each) => each ?? []), unknown: new Set([...lost, ...unsaid]) }
}

/** A filter matches it with any text (docs/assumptions.md R11). */
const wildcard = '%'

interface PictureField {
  readonly resource: ResourceName
  readonly field: string
  readonly folder: string
}

const pictureFields: readonly PictureField[] = resources.flatMap(({ name: resource, fields }) =>
  Object.entries(fields).flatMap(([field, declared]) => (declared.kind === 'file' ? [{ resource, field, folder: declared.folder }] : [])),
)

function namesIn(folder: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (folderOf(path) === folder && !path.includes(wildcard) ? [path.slice(path.lastIndexOf('/') + 1)] : []))
}

/** `undefined` where the store refuses to read the resource. */
async function namersIn(
  { resource, field, folder, names }: PictureField & { readonly names: readonly string[] },
  store: Pick<StoreClient, 'readWhere'>,
): Promise<readonly FileNamer[] | undefined> {
  const scope = { resource, fields: [...new Set([...keyNames(resource), field])], children: [] }
  const found: FileNamer[] = []
  const asked = Map.groupBy(names, (name) => name.toLowerCase())
  try {
    for await (const row of store.readWhere(scope, field, names)) {
      const own = asked.get((row.fields[field] ?? '').toLowerCase()) ?? []
      found.push(...own.map((name) => ({ path: `${folder}/${name}`, row, field })))
    }
    return found
  } catch (error) {
    if (isRefusedRead(error)) return undefined
    throw error
  }
}
