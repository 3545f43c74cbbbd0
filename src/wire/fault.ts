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

/** The texts of an error body by the path of their elements; `null` for another body, of which no more than the first tag is read. */
function textsOfFault(text: string): ReadonlyMap<string, string> | null {
  const texts = new Map<string, string>()
  const path: string[] = []
  let isFault = false
  let at = 0
  for (let token = tokenAt(text, at); token; token = tokenAt(text, at)) {
    const piece = text.slice(token.start, token.end)
    const place = path.join('/')
    if (!isFault && (token.kind === 'open' || token.kind === 'empty')) {
      if (!isFaultTag(piece)) return null
      isFault = true
    }
    if (token.kind === 'open') path.push(localName(token.name))
    else if (token.kind === 'close') path.pop()
    else if (token.kind === 'text') texts.set(place, (texts.get(place) ?? '') + decoded(piece))
    else if (token.kind === 'cdata') texts.set(place, (texts.get(place) ?? '') + piece.slice(9, -3))
    at = token.end
  }
  return texts
}

function isFaultTag(tag: string): boolean {
  const name = /^<([^\s/>]+)/.exec(tag)?.[1] ?? ''
  return localName(name) === 'rsp' && attributesOf(tag).get('stat') === 'fail'
}

/**
 * Parses an error body: root `rsp` with `stat="fail"`, containing `error` with `code` and `msg` (platform.md, "Errors"). `null` for
 * anything else, `stat="ok"` and a body without a code included. Lenient, with any prefix: the result is only used in messages.
 */
export function parseFault(text: string): Fault | null {
  const texts = textsOfFault(text.slice(0, longestFault).replace(/^\uFEFF/, ''))
  const code = texts?.get('rsp/error/code')?.trim() ?? ''
  if (!/^\d{1,6}$/.test(code)) return null
  return { code: Number(code), message: (texts?.get('rsp/error/msg') ?? '').trim() }
}

/** The error body of the Data API (platform.md, "Errors"); characters that are not allowed in XML become U+FFFD. */
export function formatFault(code: number, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsp stat="fail" version="3.0"><error><code>${code}</code><msg>${escapeXml(withoutIllegal(message))}</msg></error></rsp>\n`
}
