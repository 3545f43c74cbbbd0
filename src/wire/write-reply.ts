import { attributesOf, localName, tokenAt } from './xml-token.ts'

/** The first and the last part of a body; of a short one, both are the whole. */
export interface BodyEnds {
  readonly head: string
  readonly tail: string
}

/**
 * What the body of an answer to a write is: a ResultSet or `rsp stat="ok"` (assumptions.md W1 to W3), the beginning of one that is cut
 * off, or anything else. Records in it are not read.
 */
export function writeReplyKind({ head, tail }: BodyEnds): 'reply' | 'cut' | 'other' {
  const root = rootOf(head)
  if (root === 'cut' || root === 'other') return root
  const name = localName(root.name)
  if (name !== 'ResultSet' && (name !== 'rsp' || attributesOf(root.tag).get('stat') !== 'ok')) return 'other'
  const end = tail.replace(/(?:\s|<!--(?:(?!-->)[\s\S])*-->)+$/, '')
  const isWhole = root.isEmpty ? head.trimEnd().endsWith('/>') : new RegExp(`</${escaped(root.name)}\\s*>$`).test(end)
  return isWhole ? 'reply' : 'cut'
}

interface Root {
  readonly tag: string
  readonly name: string
  readonly isEmpty: boolean
}

/** The start tag of the document, after declarations and comments. */
function rootOf(head: string): Root | 'cut' | 'other' {
  const text = head.replace(/^\uFEFF/, '')
  let at = 0
  for (let token = tokenAt(text, at); token; token = tokenAt(text, at)) {
    const tag = text.slice(token.start, token.end)
    if (token.kind === 'open' || token.kind === 'empty') return { tag, name: token.name, isEmpty: token.kind === 'empty' }
    const isBefore = token.kind === 'instruction' || token.kind === 'comment' || (token.kind === 'text' && tag.trim() === '')
    if (!isBefore) return 'other'
    at = token.end
  }
  return 'cut'
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
