/** What is wrong with the tags of a piece of HTML. */
export interface HtmlFault {
  readonly message: string
  readonly fix: string
  /** Offset in the text. */
  readonly at: number
}

/** Tags without an end tag. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Tags whose end tag is optional in HTML. */
const optional = new Set('p li dt dd td th tr thead tbody tfoot option optgroup colgroup caption rp rt html head body'.split(' '))
/** Tags whose content is not HTML. */
const raw = new Set(['script', 'style', 'textarea', 'title'])

/** A comment, a start tag or an end tag. It matches no empty text. */
const token = /<!--(?:-?>|[^]*?(?:-->|$))|<\/?([A-Za-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)(>|$|(?=<))/g

/** The deepest nesting that browsers support. */
const deepest = 512

interface Open {
  readonly name: string
  readonly at: number
}

/**
 * The tags of a text that are never closed, or closed and never opened, or have no `>`. A `<` that no letter follows is text, as in
 * browsers.
 */
export function htmlFaults(text: string): HtmlFault[] {
  const faults: HtmlFault[] = []
  const open: Open[] = []
  let rawUntil = 0
  token.lastIndex = 0
  // `matchAll` copies the pattern for each text.
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const { 0: whole, 1: tag, 2: rest = '', 3: end, index } = match
    if (index < rawUntil) continue
    if (tag === undefined) {
      if (!whole.endsWith('-->'))
        faults.push({ message: 'the comment <!-- is never closed and hides the rest of the text', fix: 'Add -->.', at: index })
      continue
    }
    const name = tag.toLowerCase()
    if (end !== '>')
      faults.push({ message: `the tag <${name} has no closing >`, fix: 'Add >, or write &lt; for a less-than sign.', at: index })
    else if (whole.startsWith('</')) closeTag(open, name, { faults, at: index })
    else if (!empty.has(name) && !rest.trimEnd().endsWith('/')) {
      open.push({ name, at: index })
      if (raw.has(name)) rawUntil = endOfRaw(text, { name, from: index + whole.length })
    }
  }
  return [...faults, ...open.filter(({ name }) => !optional.has(name)).map(neverClosed)]
}

function closeTag(open: Open[], name: string, { faults, at }: { faults: HtmlFault[]; at: number }): void {
  const near = Math.max(0, open.length - deepest)
  const found = open.slice(near).findLastIndex((tag) => tag.name === name)
  const opened = found < 0 ? -1 : near + found
  if (opened < 0) {
    if (!empty.has(name) && name !== 'p') faults.push({ message: `</${name}> closes a tag that was never opened`, fix: 'Remove it.', at })
    return
  }
  const inner = open.slice(opened + 1).find((tag) => !optional.has(tag.name))
  if (inner) {
    const message = `</${name}> comes before the end of <${inner.name}> inside it`
    faults.push({ message, fix: `Write </${inner.name}> first.`, at })
  }
  open.length = opened
}

function neverClosed({ name, at }: Open): HtmlFault {
  return { message: `<${name}> is never closed`, fix: `Add </${name}>.`, at }
}

function endOfRaw(text: string, { name, from }: { name: string; from: number }): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}
