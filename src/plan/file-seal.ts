import { createHash } from 'node:crypto'

const beforeHash = ',\n  "file_hash": "'
const afterHash = '"\n}\n'
const sealLength = beforeHash.length + 64 + afterHash.length
const seal = /^,\n {2}"file_hash": "([0-9a-f]{64})"\n\}\n$/

/** So many characters are hashed at once. */
const hashedCharacters = 65_536

/** Yields the pieces of a plan file, then its end: the sha256 of all text before it as the last member, and the closing bracket. */
export function* sealed(pieces: Iterable<string>): Generator<string, void> {
  const hash = createHash('sha256')
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length >= hashedCharacters) {
      hash.update(text)
      text = ''
    }
    yield piece
  }
  hash.update(text)
  yield `${beforeHash}${hash.digest('hex')}${afterHash}`
}

/** Checks the end of a plan file while its text passes by. */
export interface SealCheck {
  push(piece: string): void
  /** The hash that the file states, `null` where it does not end with one, and that of its text. */
  end(): { readonly stated: string | null; readonly actual: string }
}

/** Opens the check of one file. It keeps as many characters as the end has. */
export function openSealCheck(): SealCheck {
  const hash = createHash('sha256')
  let kept = ''
  return {
    push(piece) {
      const text = kept + piece
      const cut = wholeCut(text, Math.max(0, text.length - sealLength))
      hash.update(text.slice(0, cut))
      kept = text.slice(cut)
    },
    end() {
      const cut = Math.max(0, kept.length - sealLength)
      return { stated: seal.exec(kept.slice(cut))?.[1] ?? null, actual: hash.update(kept.slice(0, cut)).digest('hex') }
    },
  }
}

/** The place, or the one before it: a surrogate pair has bytes only as a whole. */
function wholeCut(text: string, at: number): number {
  const unit = at === 0 ? 0 : text.charCodeAt(at - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at
}
