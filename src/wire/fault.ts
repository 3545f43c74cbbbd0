import { decodeText } from './decode-text.ts'
import { withoutIllegal } from '../resources/legal-text.ts'
import { escapeXml } from './escape-xml.ts'
import { attributesOf, localName, tokenAt } from './xml-token.ts'

/** An error answer of the store: `code` equals the HTTP status, `message` is the store's text (platform.md, "Errors"). */
export interface Fault {
  readonly code: number
  readonly message: string
}

const longestFault = 64_000

/** A text with an unknown reference stays as written: one error must not hide another. */
function decoded(text: string): string {
  try {
    return decodeText(text, () => {
      throw new Error('unknown reference')
    })
  } catch {
    return text
  }
}

function readTexts(text: string): { root: string; texts: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>()
  const path: string[] = []
  let root = ''
  let at = 0
  for (let token = tokenAt(text, at); token; token = tokenAt(text, at)) {
    const piece = text.slice(token.start, token.end)
    const place = path.join('/')
    if (path.length === 0 && root === '' && (token.kind === 'open' || token.kind === 'empty')) root = piece
    if (token.kind === 'open') path.push(localName(token.name))
    else if (token.kind === 'close') path.pop()
    else if (token.kind === 'text') texts.set(place, (texts.get(place) ?? '') + decoded(piece))
    else if (token.kind === 'cdata') texts.set(place, (texts.get(place) ?? '') + piece.slice(9, -3))
    at = token.end
  }
  return { root, texts }
}

/**
 * Parses an error body: root `rsp` with `stat="fail"`, containing `error` with `code` and `msg` (platform.md, "Errors"). `null` for
 * anything else, `stat="ok"` and a body without a code included. Lenient, with any prefix: the result is only used in messages.
 */
export function parseFault(text: string): Fault | null {
  const { root, texts } = readTexts(text.slice(0, longestFault).replace(/^\uFEFF/, ''))
  const name = /^<([^\s/>]+)/.exec(root)?.[1] ?? ''
  if (localName(name) !== 'rsp' || attributesOf(root).get('stat') !== 'fail') return null
  const code = texts.get('rsp/error/code')?.trim() ?? ''
  if (!/^\d{1,6}$/.test(code)) return null
  return { code: Number(code), message: (texts.get('rsp/error/msg') ?? '').trim() }
}

/** The error body of the Data API (platform.md, "Errors"); characters that are not allowed in XML become U+FFFD. */
export function formatFault(code: number, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="fail" version="3.0"><error><code>${code}</code><msg>${escapeXml(withoutIllegal(message))}</msg></error></rsp>\n`
}
