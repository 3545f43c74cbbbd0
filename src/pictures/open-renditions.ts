import { hash } from 'node:crypto'
import { OperationalError } from '../errors.ts'
import { markRendition } from '../records/rendition-mark.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import type { Rendition } from './rendition.ts'
import { openRenditionCache } from './rendition-cache.ts'
import type { PictureMaker } from './picture-maker.ts'

/** The renditions of a catalogue. Each is made when its bytes are first requested. */
export interface Renditions {
  /** The rendition with this identity. */
  find(identity: string): Rendition | undefined
  /** The bytes, from the cache or made now. Throws `sharp-missing`, and `file-unreadable` for a picture that cannot be resized. */
  bytesOf(rendition: Rendition): Promise<Uint8Array>
  /**
   * Makes the renditions that the cache does not have, several at a time. A picture that cannot be read is a problem where it is
   * named. Throws `sharp-missing`.
   */
  make(identities: readonly string[], onProgress?: (done: number, all: number) => void): Promise<readonly Problem[]>
}

interface Sources {
  readonly root: string
  readonly renditions: readonly Rendition[]
  /** The bytes of a picture by its path from the root. Throws `file-unreadable`. */
  readonly readSource: (path: string) => Promise<Uint8Array>
  readonly loadMaker: () => Promise<PictureMaker>
}

/** Renditions that are made at the same time: sharp uses four threads, and more would only take memory. */
const concurrency = 4

/** Opens the renditions that a catalogue requests; nothing is read or made yet. */
export function openRenditions({ root, renditions, readSource, loadMaker }: Sources): Renditions {
  const known = new Map(renditions.map((rendition) => [rendition.identity, rendition]))
  const cache = openRenditionCache(root)
  let maker: Promise<PictureMaker> | undefined

  async function bytesOf(rendition: Rendition): Promise<Uint8Array> {
    const cached = await cache.read(rendition)
    if (cached) return cached
    const source = await readSource(rendition.from)
    if (hash('sha256', source) !== rendition.sha256) {
      throw new OperationalError('plan-stale', `${rendition.from} has changed since it was read.`, { fix: 'Make a new plan.' })
    }
    maker ??= loadMaker()
    const bytes = markRendition(await made(await maker, source, rendition), rendition.kind, rendition.identity)
    await cache.write(rendition, bytes)
    return bytes
  }

  return {
    find: (identity) => known.get(identity),
    bytesOf,
    make: async (identities, onProgress) => {
      const wanted = [...new Set(identities)].flatMap((identity) => known.get(identity) ?? [])
      const problems = new Map<Rendition, Problem>()
      const queue = wanted.values()
      let done = 0
      const work = async (): Promise<void> => {
        for (const rendition of queue) {
          try {
            await bytesOf(rendition)
          } catch (error) {
            if (!(error instanceof OperationalError) || error.code !== 'file-unreadable') throw error
            problems.set(rendition, unreadable(rendition, error))
          }
          done += 1
          onProgress?.(done, wanted.length)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      return oncePerPicture(wanted, problems)
    },
  }
}

/** One problem for each unreadable picture, however many renditions are made of it. */
function oncePerPicture(wanted: readonly Rendition[], problems: ReadonlyMap<Rendition, Problem>): Problem[] {
  const found = wanted.flatMap((rendition) => {
    const problem = problems.get(rendition)
    return problem ? [[`${rendition.from} ${problem.message}`, problem] as const] : []
  })
  return [...new Map(found.toReversed()).values()].toReversed()
}

async function made(maker: PictureMaker, source: Uint8Array, { from, kind, edge }: Rendition): Promise<Uint8Array> {
  try {
    return await maker(source, { kind, edge })
  } catch (cause) {
    // The message of libvips has several lines; the first is the reason.
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new OperationalError('file-unreadable', `The picture ${from} cannot be resized: ${reason}.`, { fix, cause })
  }
}

const fix = 'Open the picture in an image editor and export it again.'

function unreadable({ source }: Rendition, { message }: OperationalError): Problem {
  const text = message.replace(/^The/, 'the').replace(/\.$/, '')
  return makeProblem({ rule: 'rendition-source', at: source, message: text, fix })
}
