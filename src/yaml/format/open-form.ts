import { Composer, type CST, type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, Parser, type Scalar } from 'yaml'
import { lineReporter, unreported, within } from '../line-reporter.ts'
import { escapeReferences, restoreReferences } from '../references.ts'
import { blockLines } from './block-lines.ts'
import { attachComments } from './attach-comments.ts'
import type { CollectionForm, Comment, DocumentForm, Form, FormEntry, ScalarForm } from './form.ts'

interface Opening {
  readonly text: string
  /** Receives where each entry begins. */
  readonly onEntry: (offset: number) => void
}

/**
 * The form of a document without errors and with line endings `\n`; `null` where it has a directive, or a key that is not a text. `onPart`
 * receives which part of the work is done, from 0 to 1.
 */
export function openForm(text: string, onPart = unreported): DocumentForm | null {
  const onParsed = within(onPart, 0, 0.6)
  const tokens = [...new Parser(lineReporter(text.length, onParsed)).parse(escapeReferences(text))]
  onParsed(1)
  if (tokens.some(({ type }) => type === 'directive')) return null
  const [document] = [...new Composer({ schema: 'failsafe', merge: false, uniqueKeys: false, logLevel: 'error' }).compose(tokens)]
  const contents = document?.contents ?? null
  onPart(0.75)
  const onToken = lineReporter(text.length, within(onPart, 0.75, 0.8))
  const comments = commentsIn(tokens, (offset) => onToken(text.length - offset))
  onPart(0.8)
  if (contents === null || isEmptyText(contents)) return attachComments({ text, root: null, comments })
  if (!isMap(contents) || document === undefined || hasOddKeys(document)) return null
  const root = openValue({ text, onEntry: lineReporter(text.length, within(onPart, 0.8, 0.95)) }, contents, null)
  return root.kind === 'scalar' ? null : attachComments({ text, root, comments })
}

function isEmptyText(node: Node): boolean {
  return isScalar(node) && node.source === '' && node.anchor === undefined && node.tag === undefined
}

/** Every comment, in the order of the text. `onToken` receives where each token begins, from the end of the text to its start. */
function commentsIn(tokens: readonly CST.Token[], onToken: (offset: number) => void): Comment[] {
  const found: Comment[] = []
  const open: unknown[] = [...tokens]
  for (let token = open.pop(); token !== undefined; token = open.pop()) {
    if (Array.isArray(token)) {
      for (const part of token) open.push(part)
    } else if (typeof token === 'object' && token !== null) {
      if ('offset' in token && typeof token.offset === 'number') onToken(token.offset)
      if (isComment(token)) found.push({ offset: token.offset, text: restoreReferences(token.source).trimEnd() })
      else open.push(...Object.values(token))
    }
  }
  return found.toSorted((a, b) => a.offset - b.offset)
}

function isComment(token: object): token is CST.SourceToken {
  return 'type' in token && token.type === 'comment' && 'offset' in token
}

function hasOddKeys(document: Document): boolean {
  const open: unknown[] = [document.contents]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) for (const item of node.items) open.push(item)
    if (!isMap(node)) continue
    for (const { key, value } of node.items) {
      if (!isScalar(key) || typeof key.value !== 'string') return true
      open.push(value ?? undefined)
    }
  }
  return false
}

function openValue(opening: Opening, node: unknown, owner: FormEntry | null): Form {
  if (isMap(node) || isSeq(node)) return openCollection(opening, node, owner)
  if (isAlias(node)) return { ...nothing, style: 'alias', text: `*${node.source}`, start: node.range?.[0] ?? -1 }
  return isScalar(node) ? openScalar(opening, node) : nothing
}

const nothing: ScalarForm = { kind: 'scalar', before: '', style: 'nothing', text: '', lines: [], start: -1 }

function openCollection(opening: Opening, node: Node, owner: FormEntry | null): CollectionForm {
  const { text } = opening
  const [start, end] = node.range ?? [0, 0, 0]
  const isFlow = (isMap(node) || isSeq(node)) && node.flow === true
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  const kind = isMap(node) ? 'map' : 'list'
  const form: CollectionForm = {
    kind,
    before: prefixOf(node),
    isFlow,
    start,
    end,
    column,
    owner,
    entries: [],
    tail: [],
    layout: 'fitting',
  }
  if (isMap(node)) form.entries = node.items.map((pair) => openPair(opening, pair, form))
  if (isSeq(node)) form.entries = openItems(opening, node.items, form)
  return form
}

function openPair(opening: Opening, { key, value }: Pair, holder: CollectionForm): FormEntry {
  const keyForm = isScalar(key) ? openScalar(opening, key) : nothing
  const start = startOf(opening, key, holder.start)
  return openEntry(opening, { key: keyForm, node: value, start }, holder)
}

/** The range of an item begins after its dash; the entry begins with the dash. */
function openItems(opening: Opening, items: readonly unknown[], holder: CollectionForm): FormEntry[] {
  let from = holder.start
  return items.map((item) => {
    const value = startOf(opening, item, from)
    const dash = holder.isFlow ? value : dashBefore(opening, value, from)
    const range = isAnyNode(item) ? item.range : undefined
    from = range?.[1] ?? value
    return openEntry(opening, { key: null, node: item, start: dash }, holder)
  })
}

/** The first dash that starts an item between two offsets; comments in between can contain dashes too. */
function dashBefore({ text }: Opening, value: number, from: number): number {
  const between = text.slice(from, value + 1)
  const found = /(?:^|\n)[^\n#]*?(?<=^|[\s-])-(?=\s|$)/.exec(between)
  return found ? from + found.index + found[0].length - 1 : value
}

/** The offset of a node, its anchor and tag included. */
function startOf({ text }: Opening, node: unknown, fallback: number): number {
  if (!isAnyNode(node) || !node.range) return fallback
  const [start] = node.range
  const before = prefixOf(node)
  if (before === '') return start
  const [first = ''] = before.split(' ')
  const found = text.lastIndexOf(first, start)
  return found < 0 ? start : found
}

function isAnyNode(node: unknown): node is Node {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node)
}

function openEntry(
  opening: Opening,
  { key, node, start }: { readonly key: ScalarForm | null; readonly node: unknown; readonly start: number },
  holder: CollectionForm,
): FormEntry {
  const entry: FormEntry = { key, value: nothing, start, holder, leading: [], trailing: '', isApart: false }
  opening.onEntry(start)
  entry.value = openValue(opening, node, entry)
  return entry
}

function openScalar({ text }: Opening, node: Scalar): ScalarForm {
  const [start, end] = node.range ?? [0, 0, 0]
  const value = restoreReferences(typeof node.value === 'string' ? node.value : (node.source ?? ''))
  const before = prefixOf(node)
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
  const isPlain = node.type === 'PLAIN'
  if (isPlain && node.source === '') return { ...nothing, before }
  const lines = isBlock ? blockLines(text.slice(start, end), value) : []
  return { kind: 'scalar', before, style: isBlock ? 'block' : isPlain ? 'plain' : 'quoted', text: value, lines, start }
}

/** The anchor and the tag of a node, as in the text. */
function prefixOf(node: Node): string {
  const tag = 'tag' in node && typeof node.tag === 'string' ? node.tag : ''
  const anchor = 'anchor' in node && typeof node.anchor === 'string' ? `&${node.anchor}` : ''
  return [anchor, tag.startsWith('!') || tag === '' ? tag : writtenTag(tag)].filter((part) => part !== '').join(' ')
}

function writtenTag(tag: string): string {
  return tag.startsWith('tag:yaml.org,2002:') ? `!!${tag.slice('tag:yaml.org,2002:'.length)}` : `!<${tag}>`
}
