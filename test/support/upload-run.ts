import { createHash } from 'node:crypto'
import { applyPlan } from '../../src/apply/apply-plan.ts'
import type { Run } from '../../src/apply/events.ts'
import { diffFiles } from '../../src/diff/diff-files.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { KnownFile } from '../../src/records/known-file.ts'
import { pictureContent } from '../../src/records/rendition-mark.ts'
import type { State } from '../../src/state/state.ts'
import type { StoreClient, StoreFiles } from '../../src/store/store-client.ts'
import { diffContext } from './desired-records.ts'
import { planOfChanges } from './large-plan.ts'
import { memoryStore } from './memory-store.ts'
import { virtualClock, type VirtualClock } from './virtual-clock.ts'

/** The run of `applyUploads`. */
export const uploadRun = 'run-1'

function bytesOf(name: string): Uint8Array {
  return new TextEncoder().encode(`bytes of ${name}`)
}

/** A plan of so many uploads, of files with these contents in the store; default: it has none of them. */
export function planOfUploads(count: number, present: readonly KnownFile[] = []): Plan {
  const wanted = Array.from({ length: count }, (_, number) => {
    const from = `images/p${number}.png`
    const sha256 = createHash('sha256').update(bytesOf(from)).digest('hex')
    const source = { file: 'shop.yaml', start: 0, end: 1 }
    return { path: `images/items/p${number}.png`, from, size: bytesOf(from).length, sha256, source }
  })
  return planOfChanges(diffFiles(wanted, present, diffContext()))
}

/** The files of a store in memory. `written`: the paths of all uploads that have arrived. */
export interface HeldFiles extends StoreFiles {
  readonly written: readonly string[]
}

/** Opens the files of a store. `onWrite` is called before an upload acts; one that rejects is an upload that does not arrive. */
export function heldFiles(contents = new Map<string, Uint8Array>()): HeldFiles & { onWrite: (path: string) => Promise<void> } {
  const written: string[] = []
  const files: ReturnType<typeof heldFiles> = {
    written,
    onWrite: () => Promise.resolve(),
    list: async (folder) =>
      [...contents].flatMap(([path, { length }]) => (path.startsWith(`${folder}/`) ? [{ path, size: length, modified: 'now' }] : [])),
    read: async (path) => contents.get(path) ?? new Uint8Array(),
    hash: async (path) => pictureContent(contents.get(path) ?? new Uint8Array()),
    async write(path, bytes) {
      await files.onWrite(path)
      written.push(path)
      contents.set(path, bytes)
    },
    remove: async (path) => void contents.delete(path),
    // It keeps the bytes themselves.
    isSent: () => false,
  }
  return files
}

/** Applies a plan of uploads, or goes on with it. */
export function applyUploads(
  plan: Plan,
  {
    files,
    state,
    clock = virtualClock(),
    stop = new AbortController(),
    concurrency = 16,
  }: {
    readonly files: StoreFiles
    readonly state: State
    readonly clock?: VirtualClock
    readonly stop?: AbortController
    readonly concurrency?: number
  },
): Promise<Run> {
  const store: StoreClient = { ...memoryStore(), files }
  return applyPlan({
    plan,
    store,
    state,
    readPicture: async (from, _, memory) => {
      const bytes = bytesOf(from)
      const taken = memory.take(bytes.length)
      taken.set(bytes)
      return taken
    },
    clock,
    runId: uploadRun,
    stop: stop.signal,
    onEvent: () => undefined,
    limits: { concurrency, settleMs: 60_000 },
  })
}
