/** A piece of an XML text: `text.slice(start, end)`. `broken`: a `<` that begins no valid token. */
export interface XmlToken {
  readonly kind: 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'comment' | 'instruction' | 'doctype' | 'broken'
  /** The name of a tag or instruction as written, prefix included; empty for other tokens. */
  readonly name: string
  readonly start: number
  readonly end: number
}

const tagName = /[A-Za-z_:\u0080-\uFFFF][^\s/<>="'&]*/y

function nameAt(text: string, at: number): string {
  tagName.lastIndex = at
  return tagName.exec(text)?.[0] ?? ''
}

/** The index after the `>` that ends a tag, quoted attribute values skipped, or -1. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at + 1
    else if (character === '"' || character === "'") quote = character
  }
  return -1
}

function upTo(end: string, from: number, token: { kind: XmlToken['kind']; text: string; start: number }): XmlToken | null {
  const at = token.text.indexOf(end, from)
  return at < 0 ? null : { kind: token.kind, name: '', start: token.start, end: at + end.length }
}

function declarationAt(text: string, start: number): XmlToken | null {
  if (text.startsWith('<!--', start)) return upTo('-->', start + 4, { kind: 'comment', text, start })
  if (text.startsWith('<![CDATA[', start)) return upTo(']]>', start + 9, { kind: 'cdata', text, start })
  const seen = text.slice(start, start + 9)
  if ('<!--'.startsWith(seen) || '<![CDATA['.startsWith(seen)) return null
  if ('<!DOCTYPE'.startsWith(seen.toUpperCase()) && seen.length < 9) return null
  return { kind: seen.toUpperCase() === '<!DOCTYPE' ? 'doctype' : 'broken', name: '', start, end: start + seen.length }
}

function tagAt(text: string, start: number): XmlToken | null {
  const closing = text.startsWith('</', start)
  const end = closing ? text.indexOf('>', start) + 1 : tagEnd(text, start + 1)
  if (end <= 0) return null
  const name = nameAt(text, start + (closing ? 2 : 1))
  if (name === '') return { kind: 'broken', name, start, end }
  if (!closing) return { kind: text.charAt(end - 2) === '/' ? 'empty' : 'open', name, start, end }
  const rest = text.slice(start + 2 + name.length, end - 1)
  return { kind: rest.trim() === '' ? 'close' : 'broken', name, start, end }
}

/**
 * The token that begins at `at`, or `null` where the text ends before the token does. Character data ends at the next `<` or with the
 * text. Only the ends of tokens are found; a validator checks whether they are well-formed.
 */
export function tokenAt(text: string, at: number): XmlToken | null {
  if (at >= text.length) return null
  if (text.charAt(at) !== '<') {
    const next = text.indexOf('<', at)
    return { kind: 'text', name: '', start: at, end: next < 0 ? text.length : next }
  }
  if (at + 1 === text.length) return null
  switch (text.charAt(at + 1)) {
    case '!':
      return declarationAt(text, at)
    case '?': {
      const found = upTo('?>', at + 2, { kind: 'instruction', text, start: at })
      return found && { ...found, name: nameAt(text, at + 2) }
    }
    default:
      return tagAt(text, at)
  }
}

/** A name without its namespace prefix: documents of a store can use any prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The attributes of a tag by name, as written; entities in values are not decoded. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = tag.matchAll(/\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map([...found].map((match) => [match[1] ?? '', match[2] ?? match[3] ?? '']))
}
