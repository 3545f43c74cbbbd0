import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Switches } from '../../assumptions/switches.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { FilePath } from '../tree/file-path.ts'
import type { FileTree } from '../tree/file-tree.ts'

/** A file or a folder that a request changed; `key` has its `path`, such as `images/items/a.png`. */
export interface EntryChange {
  readonly resource: 'File'
  readonly change: 'created' | 'updated' | 'removed'
  readonly key: { readonly path: string }
}

/** One request of the Files API, with what an operation needs to answer it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: FilePath
  /** The raw path of the site, such as `/files/shop`: the prefix of every address in an answer. */
  readonly base: string
  readonly tree: FileTree
  readonly blobs: BlobStore
  /** Bytes. */
  readonly largestFile: number
  readonly switches: Switches
  /** Milliseconds since 1970, on the emulator's clock. */
  readonly now: () => number
  /** Called with what the request changed, once it is committed. */
  readonly onCommit: (changes: readonly EntryChange[]) => void
}

/** The change of an entry at a path. */
export function entryChange(change: EntryChange['change'], segments: readonly string[]): EntryChange {
  return { resource: 'File', change, key: { path: segments.join('/') } }
}

/** Answers one method: sends the complete answer, or throws a `FileFault` before any of it. */
export type Operation = (exchange: Exchange) => Promise<void> | void

/** The header Depth; its words are the same in any case (RFC 4918, 10.2). */
export function depthOf({ headers: { depth } }: IncomingMessage): string | undefined {
  return typeof depth === 'string' ? depth.toLowerCase() : undefined
}
