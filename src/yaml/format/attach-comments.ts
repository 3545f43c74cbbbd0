import type { CollectionForm, Comment, DocumentForm, FormEntry, Leading } from './form.ts'
import { isIgnore, splitEntry } from './ignored-line.ts'

interface Attaching {
  readonly text: string
  readonly root: CollectionForm | null
  readonly comments: readonly Comment[]
}

/** Attaches each comment and blank line to its entry or collection: after it on its line, above it, or at the end. */
export function attachComments({ text, root, comments }: Attaching): DocumentForm {
  const lines = linesOf(text)
  const entries = root ? inOrder(root) : []
  const head: Leading[] = []
  const lifted: { readonly above: FormEntry; readonly text: string }[] = []
  let before = -1
  for (const { offset, text: words } of comments) {
    while ((entries[before + 1]?.start ?? offset) < offset) before += 1
    const line = lines.at(offset)
    const leading = { text: words, line, isApart: lines.isBlank(line - 1) }
    const column = offset - lines.startOf(line)
    const near = { offset, column, isFirst: lines.isFirst(offset), previous: entries[before], next: entries[before + 1] }
    const above = isIgnore(words) ? aboveIgnored(near, { entries, before, lines }) : undefined
    if (above) lifted.push({ above, text: words })
    else attach(near, leading, { root, head })
  }
  for (const entry of entries) markBlankLines(entry, lines)
  for (const { above, text } of lifted) above.leading.push({ text, line: lines.at(above.start), isApart: false })
  return { root, head: root ? headOf(root, head) : head }
}

interface Near {
  readonly offset: number
  readonly column: number
  /** True where the comment has a line of its own. */
  readonly isFirst: boolean
  readonly previous: FormEntry | undefined
  readonly next: FormEntry | undefined
}

interface Unattached {
  readonly root: CollectionForm | null
  readonly head: Leading[]
}

function attach(near: Near, comment: Leading, { root, head }: Unattached): void {
  if (!root || (!near.previous && !near.next)) head.push(comment)
  else if (near.isFirst) attachOwnLine(near, comment, root)
  else attachTrailing(near, comment, head)
}

interface Around {
  readonly entries: readonly FormEntry[]
  /** The index of the last entry that begins before the comment. */
  readonly before: number
  readonly lines: Lines
}

/** The entry that a comment `# planogram-ignore:` goes above, where its line may be split (`splitEntry`). */
function aboveIgnored({ offset, isFirst, ...near }: Near, { entries, before, lines }: Around): FormEntry | undefined {
  const next = isFirst ? near.next : undefined
  const line = lines.at(next?.start ?? offset)
  const onLine = (entry: FormEntry | undefined): entry is FormEntry => entry !== undefined && lines.at(entry.start) === line
  let [from, to] = [before + 1, before + 1]
  while (onLine(entries[from - 1])) from -= 1
  while (onLine(entries[to])) to += 1
  return splitEntry({ entries: entries.slice(from, to), end: isFirst ? lines.startOf(line + 1) : offset, next })
}

/** A comment after other text on its line belongs to the innermost entry that is open or ends there. */
function attachTrailing({ offset, previous }: Near, comment: Leading, head: Leading[]): void {
  if (!previous) {
    head.push(comment)
    return
  }
  let entry = previous
  while (entry.holder.isFlow && entry.holder.end <= offset && entry.holder.owner) entry = entry.holder.owner
  const above = entryBelow(entry, offset)
  if (above) {
    above.leading.push(comment)
    return
  }
  if (entry.trailing !== '') entry.leading.push({ ...comment, text: entry.trailing, isApart: false })
  entry.trailing = comment.text
}

/** The entry below a comment that follows an opening brace or a dash: the comment goes above it. */
function entryBelow(entry: FormEntry, offset: number): FormEntry | undefined {
  const { value, key } = entry
  if (value.kind === 'scalar') return undefined
  const [first] = value.entries
  if (value.isFlow && value.start < offset && offset < value.end) return first
  return key === null && first !== undefined && first.start > offset ? entry : undefined
}

/** A comment on a line of its own goes above the next entry, or to the end of a collection with the same indentation. */
function attachOwnLine(near: Near, comment: Leading, root: CollectionForm): void {
  const { offset, previous, next } = near
  const flow = previous && openFlow(previous, offset)
  if (flow) attachInFlow(flow, next, comment)
  else if (previous?.value.kind === 'scalar' && previous.value.start > offset) previous.leading.push(comment)
  else {
    const ended = next?.holder.owner === previous && next ? undefined : endedAt(near)
    if (ended) ended.tail.push(comment)
    else if (next) next.leading.push(comment)
    else root.tail.push(comment)
  }
}

function attachInFlow(flow: CollectionForm, next: FormEntry | undefined, comment: Leading): void {
  if (next && next.start < flow.end) next.leading.push(comment)
  else if (flow.entries.length > 0) flow.tail.push(comment)
  else flow.owner?.leading.push(comment)
}

/** The innermost collection in braces or brackets that is open at an offset. */
function openFlow(previous: FormEntry, offset: number): CollectionForm | undefined {
  const { value } = previous
  if (value.kind !== 'scalar' && value.isFlow && value.start < offset && offset < value.end) return value
  for (let holder: CollectionForm | undefined = previous.holder; holder; holder = holder.owner?.holder) {
    if (holder.isFlow && holder.start < offset && offset < holder.end) return holder
  }
  return undefined
}

/** The collection that ended before a comment that is still indented like its entries. */
function endedAt({ previous, next, column }: Near): CollectionForm | undefined {
  for (let holder = previous?.holder; holder && holder !== next?.holder; holder = holder.owner?.holder) {
    const isBelow = next === undefined || column > next.holder.column
    if (!holder.isFlow && holder.column <= column && isBelow) return holder
  }
  return undefined
}

function markBlankLines(entry: FormEntry, lines: Lines): void {
  const line = lines.at(entry.start)
  const isFirst = lines.isFirst(entry.start)
  const [first] = entry.leading
  entry.isApart = first ? first.isApart : isFirst && lines.isBlank(line - 1)
  // The blank line between the last comment and the entry is kept as an empty comment.
  if (first && isFirst && lines.isBlank(line - 1)) entry.leading.push({ text: '', line, isApart: false })
}

/**
 * Comments at the top belong to the document where a blank line separates them from the first entry; the schema line of editors always does, a
 * comment `# planogram-ignore:` never.
 */
function headOf(root: CollectionForm, before: readonly Leading[]): Leading[] {
  const [first] = root.entries
  if (!first) return [...before]
  const separator = first.leading.findLastIndex(({ text, isApart }, index) => text === '' || (isApart && index > 0))
  const isBlankLine = separator >= 0 && first.leading[separator]?.text === ''
  const forEditors = first.leading.findLastIndex(({ text }) => /^# *yaml-language-server:/.test(text)) + 1
  const apart = separator < 0 ? 0 : isBlankLine ? separator + 1 : separator
  const ignore = first.leading.findIndex(({ text }) => isIgnore(text))
  const count = Math.max(ignore < 0 ? apart : Math.min(apart, ignore), forEditors)
  const head = first.leading.slice(0, count).filter(({ text }) => text !== '')
  first.leading = first.leading.slice(count)
  return [...before, ...head]
}

/** The entries of a tree in the order of the text, outer ones first. */
function inOrder(collection: CollectionForm): FormEntry[] {
  return collection.entries.flatMap((entry) => [entry, ...(entry.value.kind === 'scalar' ? [] : inOrder(entry.value))])
}

interface Lines {
  /** The line of an offset, counted from 0. */
  at(offset: number): number
  startOf(line: number): number
  isBlank(line: number): boolean
  /** True where only spaces are before an offset on its line. */
  isFirst(offset: number): boolean
}

function linesOf(text: string): Lines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const at = (offset: number): number => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low
  }
  const startOf = (line: number): number => starts[line] ?? text.length
  return {
    at,
    startOf,
    isBlank: (line) => line >= 0 && text.slice(startOf(line), startOf(line + 1)).trim() === '',
    isFirst: (offset) => text.slice(startOf(at(offset)), offset).trim() === '',
  }
}
