import { alwaysBlock, widest } from '../edit/value-lines.ts'
import { type CollectionForm, type DocumentForm, type Form, type FormEntry, type Leading, visitForms } from './form.ts'
import { prefixed, scalarLine, scalarLines } from './scalar-lines.ts'

type OnEntry = (offset: number) => void

/** The text of a document in its canonical form; `onEntry` receives where each entry begins in the text that was read. */
export function documentText({ root, head }: DocumentForm, onEntry: OnEntry): string {
  const top = commentLines(head, 0)
  const first = root?.entries[0]
  if (first && top.length > 0) first.isApart = true
  const lines = [...top, ...(root ? rootLines(root, onEntry) : [])]
  return lines.length === 0 ? '' : `${withoutFirstBlank(lines).join('\n')}\n`
}

function rootLines(root: CollectionForm, onEntry: OnEntry): string[] {
  const before = root.entries.length === 0 ? prefixed(root, '{}') : root.before
  return [...(before === '' ? [] : [before]), ...collectionLines(root, 0, onEntry)]
}

function withoutFirstBlank(lines: readonly string[]): readonly string[] {
  return lines[0] === '' ? lines.slice(1) : lines
}

function collectionLines({ kind, entries, tail }: CollectionForm, indent: number, onEntry: OnEntry): string[] {
  const printed: string[] = []
  for (const [index, entry] of entries.entries()) {
    onEntry(entry.start)
    const lines = kind === 'list' ? itemLines(entry, indent, onEntry) : pairLines(entry, indent, onEntry)
    if (entry.isApart && (index > 0 || indent === 0)) setApart(printed)
    for (const line of lines) printed.push(line)
  }
  if (tail[0]?.isApart === true) setApart(printed)
  return [...printed, ...commentLines(tail, indent)]
}

/** Adds a blank line where there is none yet: a block text can end with blank lines of its own. */
function setApart(printed: string[]): void {
  if (printed.at(-1) !== '') printed.push('')
}

/** Comments on lines of their own; the caller adds the blank line before the first. */
function commentLines(comments: readonly Leading[], indent: number): string[] {
  const lines = comments.flatMap(({ text, isApart }, index) => {
    const line = indented(text, indent)
    return isApart && index > 0 ? ['', line] : [line]
  })
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '')
}

function indented(line: string, indent: number): string {
  return line === '' ? '' : `${' '.repeat(indent)}${line}`
}

interface Place {
  readonly indent: number
  /** Columns of the line that are used already. */
  readonly used: number
  readonly name: string
  readonly onEntry: OnEntry
}

interface ValueLines {
  /** The text after the key on its line, or `''`. */
  readonly head: string
  readonly body: readonly string[]
}

function pairLines(entry: FormEntry, indent: number, onEntry: OnEntry): string[] {
  const { key } = entry
  const start = indented(`${key ? scalarLine(key, 'key') : ''}:`, indent)
  return entryLines(entry, start, { indent, used: start.length + 1, name: key?.text ?? '', onEntry })
}

function itemLines(entry: FormEntry, indent: number, onEntry: OnEntry): string[] {
  const { value, trailing } = entry
  const dash = indented('-', indent)
  const place = { indent, used: indent + 2, name: '', onEntry }
  if (value.kind === 'scalar' || isFlowHere(value, place)) return entryLines(entry, dash, place)
  const leading = trailing === '' ? entry.leading : [...entry.leading, lineOf(trailing)]
  if (value.kind === 'list' || value.before !== '') return entryLines({ ...entry, leading, trailing: '' }, dash, place)
  const [line = '', ...rest] = collectionLines(value, indent + 2, onEntry)
  return [...commentLines(leading, indent), `${dash} ${line.trimStart()}`, ...rest]
}

function lineOf(text: string): Leading {
  return { text, line: 0, isApart: false }
}

/** An entry whose line begins with its key or dash. */
function entryLines({ value, trailing, leading }: FormEntry, start: string, place: Place): string[] {
  const { head, body } = valueLines(value, place)
  return [...commentLines(leading, place.indent), joined(start, head, trailing), ...body]
}

function joined(start: string, head: string, trailing: string): string {
  return [start, head, trailing].filter((part) => part !== '').join(' ')
}

function valueLines(form: Form, place: Place): ValueLines {
  const { indent } = place
  if (form.kind === 'scalar') {
    const [first, ...rest] = scalarLines(form) ?? []
    if (first === undefined) return { head: scalarLine(form, 'block'), body: [] }
    return { head: prefixed(form, first), body: rest.map((line) => indented(line, indent + 2)) }
  }
  if (isFlowHere(form, place)) return { head: flowText(form), body: [] }
  return { head: form.before, body: collectionLines(form, indent + 2, place.onEntry) }
}

/** True where a collection is printed on one line: it is short, has no comments, and is not a map of maps of maps. */
function isFlowHere(form: CollectionForm, { used, name }: Place): boolean {
  if (form.entries.length === 0) return true
  if (form.layout === 'block' || (form.layout === 'as-written' && !form.isFlow)) return false
  if (alwaysBlock.has(name) || isTall(form) || !isOneLine(form)) return false
  return used + flowText(form).length <= widest
}

/** True for maps of maps of maps and for lists of maps: one line would be hard to read. */
function isTall({ kind, entries }: CollectionForm): boolean {
  if (kind === 'list') return entries.some(({ value }) => value.kind === 'map' && value.entries.length > 0)
  return entries.some(({ value }) => value.kind === 'map' && value.entries.some((inner) => isFilledMap(inner.value)))
}

function isFilledMap(form: Form): boolean {
  return form.kind === 'map' && form.entries.length > 0
}

/** False where a comment, a blank line or a text of several lines is inside. */
function isOneLine(form: CollectionForm): boolean {
  return visitForms(form).every((each) => {
    if (each.kind === 'scalar') return scalarLines(each) === undefined
    if (each.kind === 'list' && each.entries.some(({ value }) => value.kind === 'scalar' && value.style === 'nothing')) return false
    return each.tail.length === 0 && each.entries.every(isBareEntry)
  })
}

function isBareEntry({ leading, trailing, isApart, holder }: FormEntry, index: number): boolean {
  return leading.length === 0 && trailing === '' && !(isApart && index > 0 && !holder.isFlow)
}

function flowText(form: Form): string {
  if (form.kind === 'scalar') return scalarLine(form, 'flow')
  const parts = form.entries.map(({ key, value }) => {
    const text = flowText(value)
    return key ? `${scalarLine(key, 'key')}:${text === '' ? '' : ` ${text}`}` : text
  })
  const [open, close] = form.kind === 'map' ? ['{', '}'] : ['[', ']']
  const inner = parts.join(', ')
  const words = inner === '' ? `${open}${close}` : form.kind === 'map' ? `{ ${inner} }` : `[${inner}]`
  return prefixed(form, words)
}
