import { escapeHtml } from '../markup/escape.ts'
import type { Html } from '../markup/html.ts'

/** A long text of the store as harmless markup. */
interface RichText {
  readonly html: Html
  /** The names of the removed elements, each once. */
  readonly leftOut: readonly string[]
}

const allowed: ReadonlySet<string> = new Set(
  'p h2 h3 h4 h5 h6 ul ol li dl dt dd b strong i em u s small sub sup blockquote pre code table thead tbody tr th td caption'.split(' '),
)
const void_: ReadonlySet<string> = new Set(['br', 'hr'])
/** Elements that only affect layout; they are removed without a note. */
const silent: ReadonlySet<string> = new Set(['div', 'span', 'font', 'center', 'section', 'article', 'h1', 'a', 'img'])

const token =
  /<(script|style|iframe|object|template|noscript|svg|math)\b[^>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]{0,30})\b[^>]{0,2000}>/gi
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\uFFFD'
}

function textMarkup(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const match of text.matchAll(reference)) {
    const [whole, decimal, hex, name] = match
    parts.push(escapeHtml(text.slice(from, match.index)))
    parts.push(name === undefined ? escapeHtml(characterOf(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10))) : whole)
    from = match.index + whole.length
  }
  return parts.join('') + escapeHtml(text.slice(from))
}

function closeUpTo(open: string[], name: string): string {
  const at = open.lastIndexOf(name)
  if (at < 0) return ''
  return open
    .splice(at)
    .toReversed()
    .map((each) => `</${each}>`)
    .join('')
}

/**
 * A description (HTML by the store's owner) rebuilt from scratch: allowed elements without attributes, all of them closed, and the text
 * between them; nothing else. The result is safe whatever the description contains.
 */
export function richText(source: string): RichText {
  const open: string[] = []
  const leftOut = new Set<string>()
  const parts: string[] = []
  let from = 0
  for (const match of source.matchAll(token)) {
    const [whole, raw, end, found] = match
    const name = (raw ?? found ?? '').toLowerCase()
    parts.push(textMarkup(source.slice(from, match.index)))
    from = match.index + whole.length
    if (raw === undefined && allowed.has(name)) {
      if (end === '/') parts.push(closeUpTo(open, name))
      else parts.push(`<${open[open.push(name) - 1]}>`)
    } else if (void_.has(name)) parts.push(`<${name}>`)
    else if (name !== '' && !silent.has(name)) leftOut.add(name)
  }
  parts.push(textMarkup(source.slice(from)), ...open.toReversed().map((name) => `</${name}>`))
  return { html: { markup: parts.join('') }, leftOut: [...leftOut] }
}
