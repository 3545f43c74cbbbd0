import { OperationalError } from '../errors.ts'
import { folderOf } from '../live/present-files.ts'
import { storeNameInState } from '../live/store-names.ts'
import type { Action } from '../plan/operation.ts'
import type { OperationIndex } from '../plan/operations.ts'
import type { OwnFile } from '../records/known-file.ts'
import type { RememberedFile } from '../state/kept-file.ts'
import type { State } from '../state/state.ts'
import type { ApplyInput } from './apply-input.ts'
import { absent, type KeptPreImages } from './kept-pre-images.ts'
import type { Journal } from './journal.ts'
import { byPath, type ListedFiles } from './listed-files.ts'
import { openPictures } from './pictures.ts'
import type { PresentFile, StoreClient, StoreFiles } from '../store/store-client.ts'

type Upload = Extract<Action, { kind: 'put-file' }>

/** The uploads of one run. */
export interface Uploads {
  /**
   * Whether the store's file is as the plan has seen it: `send`, `present` where it is uploaded already, else the reason of the refusal. What is
   * known needs no promise.
   */
  check(upload: Upload): CheckedUpload | Promise<CheckedUpload>
  /** `Pictures.of`, for `prepare`; call it before `check`. */
  picture(upload: Upload): () => Promise<Uint8Array>
  /**
   * Reads a picture, keeps what it will overwrite in the state, and forgets what was remembered of its file; resolves to the request alone, so that nothing that takes time is
   * between the check of the lease and the request. A file that was sent must be confirmed. Rejects with `plan-stale` for a picture
   * that has changed, in the catalogue or in the store.
   */
  prepare(upload: Upload, picture: () => Promise<Uint8Array>): Promise<() => Promise<void>>
  /** True while a file that was sent is not confirmed. */
  isOpen(): boolean
  /**
   * Lists the folders of files that were sent, all or those of these paths, and remembers those that the store has. Resolves to the
   * files that it has not as they were sent, with a sentence for each.
   */
  confirm(paths?: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>
}

type CheckedUpload = { readonly kind: 'send' | 'present' } | { readonly kind: 'refused'; readonly message: string }

const toSend = { kind: 'send' } as const

/** What uploads need. */
export interface UploadContext {
  readonly index: OperationIndex
  readonly store: StoreClient
  readonly state: State
  readonly readPicture: ApplyInput['readPicture']
  /** Keeps what the run overwrites. */
  readonly preImages: KeptPreImages
  /** Records that files are ours, without a wait. */
  readonly own: (files: readonly OwnFile[]) => void
  readonly follow: Journal['follow']
  /** The files of the store, as the run finds them. */
  readonly listed: ListedFiles
}

/** Opens the uploads of a run. Each folder is listed once before its first upload. */
export function openUploads({ index, store, state, readPicture, preImages, own, follow, listed }: UploadContext): Uploads {
  const name = storeNameInState(store)
  const unconfirmed = new Map<string, SentFile>()
  // Compared once: after that, what is there can be what a lost request of this run has written.
  const compared = new Set<string>()
  const pictures = openPictures({ readPicture, listed })
  const remembered = openRemembered(() => state.rememberedFiles(name))

  const confirm = confirmations(unconfirmed, store.files, (files) => {
    follow(state.rememberFiles(name, files))
    own(files)
  })

  async function checkFound({ path, sha256 }: Upload, found: PresentFile | undefined): Promise<CheckedUpload> {
    const before = index.files.get(path)?.before
    if (!found || before === undefined || found.size === before?.size) return toSend
    if ((await listed.area(path).hash(path)) === sha256) {
      await state.rememberFiles(name, [{ path, sha256, size: found.size, modified: found.modified }])
      return { kind: 'present' }
    }
    const what = before === null ? 'was uploaded by somebody else' : `has changed: it has ${found.size} bytes instead of ${before.size}`
    return { kind: 'refused', message: `${path} in the store ${what} since the plan was created. Create a new plan.` }
  }

  return {
    check(upload) {
      const found = listed.find(upload.path)
      if (found instanceof Promise) return found.then((file) => checkFound(upload, file))
      return found ? checkFound(upload, found) : toSend
    },
    picture: (upload) => pictures.of(upload),
    async prepare(upload, picture) {
      const { path } = upload
      const area = listed.area(path)
      const bytes = await picture()
      const listing = compared.has(path) ? undefined : listed.find(path)
      const found = listing instanceof Promise ? await listing : listing
      if (found && (await keepReplaced(upload, area, { index, preImages })) === 'changed') {
        // The content that was remembered is not that of the store: a new plan has to read it.
        await state.forgetFile(name, path)
        throw changedInStore(path)
      }
      compared.add(path)
      if ((remembered.known() ?? (await remembered.read())).has(path)) await state.forgetFile(name, path)
      return async () => {
        await area.write(path, bytes)
        unconfirmed.set(path, { upload, folder: folderOf(path), size: bytes.length })
        if (area.isSent()) pictures.giveBack(bytes)
      }
    },
    isOpen: () => unconfirmed.size > 0,
    confirm,
  }
}

/** What the state remembers of the files of a store, read once. */
interface Remembered {
  known(): ReadonlyMap<string, RememberedFile> | null
  read(): Promise<ReadonlyMap<string, RememberedFile>>
}

function openRemembered(read: () => Promise<ReadonlyMap<string, RememberedFile>>): Remembered {
  let known: ReadonlyMap<string, RememberedFile> | null = null
  let reading: ReturnType<typeof read> | null = null
  return {
    known: () => known,
    async read() {
      reading ??= read()
      known = await reading
      return known
    },
  }
}

/**
 * Keeps what an upload overwrites. `changed` where that is the file of somebody else: neither what is sent, nor what the plan has seen, nor, where
 * the plan has seen its size only, what an earlier part of the run has kept.
 */
async function keepReplaced(
  { path, sha256 }: Upload,
  area: StoreFiles,
  { index, preImages }: Pick<UploadContext, 'index' | 'preImages'>,
): Promise<'kept' | 'changed'> {
  const planned = index.files.get(path)?.before?.sha256 ?? (await preImages.contentOf(path))
  const kept = await preImages.keep(area, path, sha256)
  const found = kept === undefined ? await area.hash(path).catch(absent) : kept
  const isKnown = typeof found !== 'string' || planned === undefined || found === planned || found === sha256
  return isKnown ? 'kept' : 'changed'
}

function changedInStore(path: string): OperationalError {
  return new OperationalError('plan-stale', `${path} in the store has changed since the plan was created; it was not overwritten.`, {
    fix: 'Create a new plan.',
  })
}

/**
 * How files that were sent are confirmed, one call after the other: the listing of one confirms the files of the next, since it counts for
 * everything that was sent to its folder.
 */
function confirmations(
  unconfirmed: Map<string, SentFile>,
  area: StoreFiles | null,
  remember: (files: readonly RememberedFile[]) => void,
): Uploads['confirm'] {
  let turn: Promise<unknown> = Promise.resolve()

  async function confirmNow(paths: ReadonlySet<string> | undefined): Promise<ReadonlyMap<string, string>> {
    const isWanted = (path: string): boolean => paths?.has(path) ?? true
    const folders = new Set<string>()
    for (const [path, { folder }] of unconfirmed) if (isWanted(path)) folders.add(folder)
    if (folders.size === 0 || !area) return new Map()
    const sent = [...unconfirmed.values()].filter(({ folder }) => folders.has(folder))
    const there = byPath((await Promise.all([...folders].map((folder) => area.list(folder)))).flat())
    const { known, problems } = compareSent(sent, there)
    for (const { path } of known) unconfirmed.delete(path)
    if (known.length > 0) remember(known)
    return new Map([...problems].filter(([path]) => isWanted(path)))
  }

  return (paths) => {
    const confirmed = turn.then(() => confirmNow(paths))
    turn = confirmed.catch(() => undefined)
    return confirmed
  }
}

/** A file that was sent, its folder, and its size in bytes. */
interface SentFile {
  readonly upload: Upload
  readonly folder: string
  readonly size: number
}

/** Of files that were sent those that the store has, and a sentence for each of the others. */
function compareSent(
  sent: readonly SentFile[],
  there: ReadonlyMap<string, PresentFile>,
): { readonly known: readonly RememberedFile[]; readonly problems: ReadonlyMap<string, string> } {
  const known: RememberedFile[] = []
  const problems = new Map<string, string>()
  for (const one of sent) {
    const { path, sha256 } = one.upload
    const file = there.get(path)
    if (file?.size === one.size) known.push({ path, sha256, size: one.size, modified: file.modified })
    else problems.set(path, problemOf(one, file))
  }
  return { known, problems }
}

function problemOf({ upload: { path }, size }: SentFile, file: PresentFile | undefined): string {
  return file ? `the file ${path} has ${file.size} bytes in the store instead of ${size}` : `the file ${path} is missing in the store`
}
