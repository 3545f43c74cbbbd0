import { readFile, stat } from 'node:fs/promises'
import type { FileDiff } from '../diff/change.ts'
import { cataloguePath, realFile } from '../files/catalogue-path.ts'
import { type ThumbnailMaker, thumbnailMaker } from '../pictures/thumbnail.ts'
import type { Plan } from '../plan/plan.ts'
import { pictureContent } from '../records/rendition-mark.ts'
import { countOf } from '../source/counts.ts'
import { noThumbnails, type Thumbnail, type Thumbnails } from '../report/html/data/thumbnail.ts'
import type { StoreFiles } from '../store/store-client.ts'

/** Where the pictures of a plan are. */
interface PictureSources {
  /** The folder of the catalogue. */
  readonly root: string
  /** The files of the store, to show what they have now; `null`: they are not read. */
  readonly live: StoreFiles | null
  /** Loads what makes thumbnails; default: sharp, where it is installed. */
  readonly loadMaker?: () => Promise<ThumbnailMaker | null>
}

/** Bytes of all thumbnails of one page. */
const mostBytes = 20_000_000
/** A larger file is no picture of a shop. */
const largestSource = 50_000_000
const concurrency = 4

/**
 * Thumbnails of the pictures that a plan sends, and of those that they replace where `live` is given: at most 24 KB each and 20 MB
 * together, in the order of the plan. A picture without one is shown with its hash and size, and the reason.
 */
export async function reportThumbnails(
  { changes }: Pick<Plan, 'changes'>,
  { root, live, loadMaker = thumbnailMaker }: PictureSources,
): Promise<Thumbnails> {
  const files = changes.flatMap((change) => (change.kind === 'file' && change.action !== 'cannot' ? [change.file] : []))
  if (files.length === 0) return noThumbnails('')
  const maker = await loadMaker()
  if (maker === null) return noThumbnails('There are no thumbnails: the optional package sharp is not installed.')
  const [before, after] = [new Map<string, Thumbnail>(), new Map<string, Thumbnail>()]
  let bytes = 0
  const thumbnail = async (read: () => Promise<Uint8Array | Missing>): Promise<Thumbnail> => {
    if (bytes >= mostBytes) return leftOut
    const source = await read()
    if ('missing' in source) return source
    const made = await maker(source)
    if (made === null) return { missing: 'no thumbnail can be made of it' }
    // Several are made at a time: the limit is checked again.
    if (bytes + made.length > mostBytes) return leftOut
    bytes += made.length
    return { bytes: made, type: 'image/webp' }
  }
  const queue = files.values()
  const work = async (): Promise<void> => {
    for (const file of queue) {
      if (file.after !== null) after.set(file.path, await thumbnail(() => sourceOf(file, root)))
      if (file.before !== null && live !== null) before.set(file.path, await thumbnail(() => liveSource(file, live)))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { before, after, remark: remarkOn(files, { before, after, isLive: live !== null }) }
}

const leftOut = { missing: 'left out: the thumbnails of a page are limited to 20 MB' }

type Missing = Extract<Thumbnail, { missing: string }>

/** The picture of the catalogue, if it is still the one that was planned; a rendition is shown by its source. */
export async function sourceOf({ from, after }: FileDiff, root: string): Promise<Uint8Array | Missing> {
  const checked = cataloguePath(from, '')
  const real = 'path' in checked ? realFile(root, checked.path) : null
  if (real === null || !('file' in real)) return { missing: 'its source is not in this folder' }
  const found = await stat(real.file).catch(() => null)
  if (found === null || !found.isFile() || found.size > largestSource) return { missing: 'its source cannot be read' }
  const bytes = await readFile(real.file).catch(() => null)
  if (bytes === null) return { missing: 'its source cannot be read' }
  return after === null || after.size === null || pictureContent(bytes) === after.sha256
    ? bytes
    : { missing: 'its source has changed since the plan' }
}

/** The picture that the store has now. */
export async function liveSource({ path, before }: FileDiff, live: Pick<StoreFiles, 'read'>): Promise<Uint8Array | Missing> {
  if ((before?.size ?? 0) > largestSource) return { missing: 'larger than 50 MB' }
  return await live.read(path).catch((): Missing => ({ missing: 'it could not be read from the store' }))
}

function remarkOn(
  files: readonly FileDiff[],
  { before, after, isLive }: Pick<Thumbnails, 'before' | 'after'> & { readonly isLive: boolean },
): string {
  const without = [...after.values(), ...before.values()].filter((each) => 'missing' in each).length
  const replaced = files.filter((file) => file.before !== null).length
  const words = [
    ...(without === 0 ? [] : [`${countOf(without, 'picture')} of ${after.size + before.size} without a thumbnail.`]),
    ...(isLive || replaced === 0 ? [] : ['What the store has now is not shown: that needs `plan --format html --live-pictures`.']),
  ]
  return words.join(' ')
}
