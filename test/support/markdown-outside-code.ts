/**
 * What a Markdown document says outside of code: without fenced blocks, code spans and the content of `<code>` in HTML, by the rules of
 * CommonMark. Code that never ends stays, and so does everything in a block of HTML: neither back-ticks nor fences mean anything there.
 */
export function outsideCode(markdown: string): string {
  const lines: string[] = []
  let fence = ''
  let html: HtmlBlock | undefined
  for (const line of markdown.split('\n')) {
    if (fence !== '') {
      if (/^`+$/.test(line) && line.length >= fence.length) fence = ''
      continue
    }
    html ??= htmlBlocks.find(({ start }) => start.test(withoutMarkers(line)))
    if (html !== undefined) {
      lines.push(line.replaceAll(/<code>[^<]*<\/code>/g, ''))
      if (html.end.test(line)) html = undefined
      continue
    }
    fence = /^`{3,}/.exec(line)?.[0] ?? ''
    if (fence === '') lines.push(withoutSpans(line).replaceAll(/<code>[^<]*<\/code>/g, ''))
  }
  return fence === '' ? lines.join('\n') : `${lines.join('\n')}\nunended block`
}

/** What begins a block of HTML, and the line that ends it, which may be the same one. */
interface HtmlBlock {
  readonly start: RegExp
  readonly end: RegExp
}

const blank = /^\s*$/
/** The tags of CommonMark 4.6 (6) that a report or a shop could use. */
const blockTags =
  'address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

/** In the order of CommonMark 4.6. */
const htmlBlocks: readonly HtmlBlock[] = [
  { start: /^<(?:pre|script|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:pre|script|style|textarea)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: /^<![a-z]/i, end: />/ },
  { start: new RegExp(`^</?(?:${blockTags})(?:[\\s/>]|$)`, 'i'), end: blank },
  { start: /^<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>\s*$/i, end: blank },
]

/** A line without the signs of a list or quote, and without indentation. */
function withoutMarkers(line: string): string {
  return line.replace(/^(?: {0,3}(?:[-*+>]|\d+[.)]) )*\s*/, '')
}

/** A span ends at the next run of as many back-ticks as it begins with. */
function withoutSpans(line: string): string {
  let text = ''
  let rest = line
  for (let run = /`+/.exec(rest); run !== null; run = /`+/.exec(rest)) {
    const [ticks] = run
    const inside = rest.slice(run.index + ticks.length)
    const end = [...inside.matchAll(/`+/g)].find(([other]) => other.length === ticks.length)
    text += rest.slice(0, run.index) + (end === undefined ? ticks : '')
    rest = end === undefined ? inside : inside.slice(end.index + ticks.length)
  }
  return text + rest
}
