import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maskSecrets } from '../../problems/mask-secrets.ts'
import { decodeUtf8 } from '../../files/decode-utf8.ts'

/** The texts of documents, for showing: secrets are blotted out. */
export interface DocumentTexts {
  /** The text, or `undefined` for another file, and for one that has changed since. */
  get(file: string): string | undefined
  /** The documents with a comment that silences a rule. */
  readonly commented: ReadonlyMap<string, string>
}

interface Texts {
  readonly hashes: ReadonlyMap<string, string>
  /** False where the texts together are too large to hold: they are read again when they are shown. */
  readonly holds: boolean
}

/** Starts collecting the texts of the documents below a root. */
export function openDocumentTexts(root: string, { hashes, holds }: Texts): DocumentTexts & { add(file: string, text: string): void } {
  const held = new Map<string, string>()
  const commented = new Map<string, string>()
  const readAgain = (file: string): string | undefined => {
    const hash = hashes.get(file)
    const bytes = hash === undefined ? undefined : readIfThere(join(root, file))
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== hash) return undefined
    const text = decodeUtf8(bytes)
    if (text !== undefined) held.set(file, maskSecrets(text))
    return held.get(file)
  }
  return {
    commented,
    add: (file, text) => {
      if (holds) held.set(file, maskSecrets(text))
      if (text.includes('planogram-ignore')) commented.set(file, maskSecrets(text))
    },
    get: (file) => held.get(file) ?? (holds ? undefined : readAgain(file)),
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
