import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'

/** The texts of documents, with secrets masked: for frames and quotations. */
export interface DocumentTexts {
  /** The text, or `undefined` for another file, and for one that has changed since it was read. */
  get(file: string): string | undefined
  /** As `get`, with or without secrets: of the same length and lines, to find places in. Masking a large document takes as long as scanning it. */
  toLocate(file: string): string | undefined
  /** The documents with a comment that ignores a rule, by path. */
  readonly commented: ReadonlyMap<string, string>
}

interface Texts {
  /** Sha256 of the documents by path. */
  readonly hashes: ReadonlyMap<string, string>
  /** False: the texts are not kept in memory, and read again when they are asked for. */
  readonly keeps: boolean
  /** The documents whose tapes keep their texts while the catalogue is read. Packing them afterwards would take longer than finding the places. */
  readonly taped: ReadonlySet<string>
}

/** Starts with no texts. `add` is called for each document when it is read. */
export function openDocumentTexts(
  root: string,
  { hashes, keeps, taped }: Texts,
): DocumentTexts & { add(file: string, text: string): void } {
  /** As they were read: few of them are asked for, and masking takes a third of the time of reading. */
  const kept = new Map<string, string>()
  /** Those that places were found in: what is left to do with them is rare. */
  const packed = new Map<string, Uint8Array>()
  const masked = new Map<string, string>()
  const commented = new Map<string, string>()
  const readAgain = (file: string): string | undefined => {
    const expected = hashes.get(file)
    const bytes = expected === undefined ? undefined : readIfThere(join(root, file))
    if (!bytes || hash('sha256', bytes) !== expected) return undefined
    const text = decodeUtf8(bytes)
    if (text !== undefined) masked.set(file, maskSecrets(text))
    return masked.get(file)
  }
  const mask = (file: string): string | undefined => {
    const bytes = packed.get(file)
    const text = bytes ? inflateRawSync(bytes).toString() : kept.get(file)
    if (text !== undefined) masked.set(file, maskSecrets(text))
    kept.delete(file)
    packed.delete(file)
    return masked.get(file)
  }
  const pack = (file: string, text: string): string => {
    // A copy: the compressed bytes are in a buffer of 64 kB with others, which would stay in memory with them.
    packed.set(file, new Uint8Array(deflateRawSync(text, { level: constants.Z_BEST_SPEED })))
    kept.delete(file)
    return text
  }
  const get = (file: string): string | undefined => masked.get(file) ?? (keeps ? mask(file) : readAgain(file))
  return {
    commented,
    add: (file, text) => {
      if (keeps) kept.set(file, text)
      // A search for one character takes a fifth of the time, and most large documents have no comment.
      if (text.includes('#') && text.includes('planogram-ignore')) commented.set(file, maskSecrets(text))
    },
    get,
    toLocate: (file) => {
      const text = kept.get(file)
      if (text === undefined) return get(file)
      return taped.has(file) ? text : pack(file, text)
    },
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
