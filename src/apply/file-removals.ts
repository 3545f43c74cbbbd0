import { OperationalError } from '../errors.ts'
import { fileNamers } from '../live/file-namers.ts'
import { folderOf } from '../live/present-files.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { Action } from '../plan/operation.ts'
import type { OperationIndex } from '../plan/operations.ts'
import { addressOf } from '../records/address.ts'
import type { State } from '../state/state.ts'
import type { StoreClient } from '../store/store-client.ts'
import { answerOf } from './answer.ts'
import { absent, type KeptPreImages } from './kept-pre-images.ts'
import { byPath, openListedFiles } from './listed-files.ts'

type Removal = Extract<Action, { kind: 'delete-file' }>

/** The files that one run deletes. */
export interface FileRemovals {
  /** Whether the store's file has the size that the plan has seen: `send`, `gone` where it is not there any more, else the reason of the refusal. */
  check(removal: Removal): Promise<{ readonly kind: 'send' | 'gone' } | { readonly kind: 'refused'; readonly message: string }>
  /** A sentence where a record of the store names the file, or that is not known; `null` where none does. */
  refusal(removal: Removal): Promise<string | null>
  /** Keeps the file in the state; resolves to the request alone. Rejects with `plan-stale` for a file with other content. */
  prepare(removal: Removal): Promise<() => Promise<void>>
  /** Lists the folders of files that were deleted, and records that those which are gone are not ours any more. Resolves to the others, with a sentence for each. */
  confirm(): Promise<ReadonlyMap<string, string>>
}

/** What the deletion of files needs. */
export interface RemovalContext {
  readonly index: OperationIndex
  readonly store: StoreClient
  readonly state: State
  readonly preImages: KeptPreImages
  /** Records that files are not ours any more. */
  readonly forget: (paths: readonly string[]) => Promise<void>
}

/** Opens the deletions of a run. Each folder is listed once before its first deletion. */
export function openFileRemovals({ index, store, state, preImages, forget }: RemovalContext): FileRemovals {
  const name = storeNameInState(store)
  const listed = openListedFiles(store, 'removed')
  // Deleted, or not there; a refused deletion is a failure of its step.
  const over = new Set<string>()
  let allNamed: Promise<ReadonlyMap<string, string>> | null = null

  return {
    async check({ path, size }) {
      const found = await listed.find(path)
      if (!found) {
        over.add(path)
        return { kind: 'gone' }
      }
      if (found.size === size) return { kind: 'send' }
      const message = `${path} in the store has changed: it has ${found.size} bytes instead of ${size} since the plan was created. Create a new plan.`
      return { kind: 'refused', message }
    },
    async refusal({ path }) {
      const paths = [...index.files.values()].flatMap((file) => (file.after === null ? [file.path] : []))
      if (!(await (allNamed ??= namedOf(paths, store))).has(path)) return null
      // What names it may have been changed since all were asked for.
      return (await namedOf([path], store)).get(path) ?? null
    },
    async prepare({ path, sha256 }) {
      const files = listed.area(path)
      const kept = await preImages.keep(files, path, null)
      // The file may have changed since it was kept.
      const found = kept === undefined ? await files.hash(path).catch(absent) : kept
      if (typeof found === 'string' && found !== sha256) {
        throw new OperationalError('plan-stale', `${path} in the store has changed since the plan was created; it was not removed.`, {
          fix: 'Create a new plan.',
        })
      }
      await state.forgetFile(name, path)
      return async () => {
        await files.remove(path).catch((error: unknown) => {
          if (answerOf(error).kind === 'lost') over.add(path)
          throw error
        })
        over.add(path)
      }
    },
    async confirm() {
      const { files } = store
      if (over.size === 0 || !files) return new Map()
      const folders = [...new Set([...over].map(folderOf))]
      const there = byPath((await Promise.all(folders.map((folder) => files.list(folder)))).flat())
      const gone = [...over].filter((path) => !there.has(path))
      if (gone.length > 0) await forget(gone)
      return new Map([...over].filter((path) => there.has(path)).map((path) => [path, `the file ${path} is still in the store`]))
    },
  }
}

/** Why files stay, by path; those that nothing names are absent. */
async function namedOf(paths: readonly string[], store: StoreClient): Promise<ReadonlyMap<string, string>> {
  const { namers, unknown } = await fileNamers(paths, store)
  return new Map([
    ...[...unknown].map((path) => [path, `it could not be read which records name ${path}: it stays`] as const),
    ...namers.map(({ path, row }) => [path, `${addressOf(row.resource, row.fields)} names ${path}: it stays`] as const),
  ])
}
