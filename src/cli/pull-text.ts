import { byCode } from '../source/by-code.ts'
import type { LeftOut } from '../pull/collapse/collapsing.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { countOfKind } from '../report/kinds.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { PullResult } from '../workspace/pull.ts'

/** What a pull did, for people. */
export interface PullOutcome {
  readonly store: string
  readonly pulled: PullResult
  /** True where nothing was written. */
  readonly dryRun: boolean
  /** True with `--images`. */
  readonly images: boolean
}

const mostNamed = 20
/** Records that are named where many have the same reason. */
const mostSame = 3

/** The result of a pull as text: what was written, what was left to the store and why. */
export function pullText(outcome: PullOutcome, theme: Theme, verbose: boolean): string {
  const { pulled, dryRun } = outcome
  const most = verbose ? Infinity : mostNamed
  const { groups, categories, products } = pulled.added
  const created = [...counted(products, 'Product'), ...counted(categories, 'Cat'), ...counted(groups, 'UserGroups')]
  const { true: added = [], false: changed = [] } = Object.groupBy(pulled.documents, ({ isNew }) => (isNew ? 'true' : 'false'))
  const vanished = pulled.vanished.map((address) => `${sanitizeLine(address)} is in the catalogue and not in the store; it was kept`)
  return [
    theme.bold(firstLine(outcome)),
    ...(created.length === 0 ? [] : [`  new        ${created.join(', ')}`]),
    ...listed(dryRun ? '  to write   ' : '  written    ', pathsOf(added), most),
    ...listed(dryRun ? '  to change  ' : '  changed    ', pathsOf(changed), most),
    ...(pulled.pictures.written > 0 ? [`  pictures   ${countOf(pulled.pictures.written, 'file')}`] : []),
    ...section('Left to the store:', grouped(pulled.leftOut, verbose), most),
    ...pictureSections(outcome, most),
    ...section('Only in the catalogue:', vanished, most),
    ...section(
      'To fix by hand:',
      pulled.problems.map(({ message }) => sanitizeLine(message)),
      most,
    ),
    ...section('Notes:', [...pulled.notes, ...baseNote(pulled)].map(sanitizeLine), most),
    ...closing(outcome),
    '',
  ].join('\n')
}

function baseNote({ baseUnwritten }: PullResult): string[] {
  if (baseUnwritten === null) return []
  return [`What was pulled is not recorded as last applied, so that the next plan does not say who changed what. ${baseUnwritten}`]
}

function pathsOf(documents: PullResult['documents']): string[] {
  return documents.map(({ path }) => path)
}

function isSame({ documents, pictures }: PullResult): boolean {
  return documents.length + pictures.written === 0
}

function firstLine({ store, pulled, dryRun }: PullOutcome): string {
  if (isSame(pulled)) return `The catalogue already matches store ${store}.`
  return dryRun ? `Dry run: pulling store ${store} would change the catalogue. Nothing was written.` : `Pulled store ${store}.`
}

/** Pictures without a file: those that the store does not have, and those that were not downloaded. */
function pictureSections({ pulled, dryRun, images }: PullOutcome, most: number): string[] {
  const missing = new Set(images ? pulled.pictures.missing : [])
  const gone = [...missing].map((path) => `${sanitizeLine(path)} is named by a record, but the store has no such file`)
  const fields = pulled.leftOut.filter(({ picture }) => picture !== undefined && !missing.has(picture))
  const names = [...new Set(fields.map(({ picture }) => sanitizeLine(picture ?? '')))].toSorted(byCode)
  const download = 'To download them, run `planogram pull --images`'
  // The fields are not in the documents that this pull wrote, so that a second pull would not add them.
  const again = dryRun ? download : 'To download them, undo this pull and run `planogram pull --images`'
  const differing = pulled.pictures.differing.map(sanitizeLine)
  return [
    ...section(isNoneThere(pulled) ? `Pictures: the store has none of them. ${wrongFiles}` : 'Pictures:', gone, most),
    ...section(`Pictures that the catalogue does not have; the fields that name them are not managed${advice(images, again)}`, names, most),
    ...section(
      `Pictures that differ in the store; a plan replaces them with those of the catalogue${advice(images, download)}`,
      differing,
      most,
    ),
  ]
}

const wrongFiles = 'Check `files_url` and `site_name` in planogram.yaml; then undo this pull and run it again:'

/** True where records name pictures and the Files API has none of them, as with a wrong `site_name`. */
function isNoneThere({ pictures }: PullResult): boolean {
  return pictures.missing.length > 1 && pictures.found === 0
}

function advice(images: boolean, text: string): string {
  return images ? ':' : `. ${text}:`
}

/** The state of the catalogue now, or after the pull that was tried; nothing where the first line is enough. */
function closing({ pulled, dryRun }: PullOutcome): string[] {
  const would = dryRun && !isSame(pulled)
  const warned = warningsText(pulled, would)
  const isPart = pulled.leftOut.length + pulled.pictures.differing.length > 0
  const open = openText(pulled, would)
  if (open !== null) return ['', pulled.problems.length > 0 ? open : `${open}${warned}`]
  if (isSame(pulled) && !isPart && warned === '') return []
  return ['', `${validText(isPart, would)}${warned}`]
}

function warningsText({ warnings }: PullResult, would: boolean): string {
  if (warnings === 0) return ''
  const count = countOf(warnings, 'warning')
  return would ? ` It would have ${count}.` : ` It has ${count}; \`planogram validate\` shows ${warnings === 1 ? 'it' : 'them'}.`
}

/** What is still to do; `null` for nothing. */
function openText({ problems, open, vanished }: PullResult, would: boolean): string | null {
  if (problems.length > 0) {
    const errors = countOf(problems.length, 'error')
    return would ? `The catalogue would have ${errors}.` : `The catalogue has ${errors} now; \`planogram validate\` shows the places.`
  }
  if (open.length > 0) {
    const records = `${countOf(open.length, 'record')} that could not be merged: ${open.map(sanitizeLine).join(', ')}`
    return `A plan ${would ? 'would still change' : 'still changes'} ${records}.`
  }
  return vanished.length > 0 ? 'A plan creates again what is only in the catalogue; if it is obsolete, remove it there.' : null
}

function validText(isPart: boolean, would: boolean): string {
  if (isPart)
    return `The catalogue ${would ? 'would be valid, and what it declares would match' : 'is valid, and what it declares matches'} the store.`
  return `The catalogue ${would ? 'would be valid and match' : 'is valid and matches'} the store.`
}

function counted(count: number, resource: ResourceName): string[] {
  return count === 0 ? [] : [countOfKind(count, resource)]
}

function listed(label: string, paths: readonly string[], most: number): string[] {
  const shown = paths.length > most ? [...paths.slice(0, most), `(and ${formatCount(paths.length - most)} more)`] : paths
  return shown.map((path, index) => `${index === 0 ? label : ' '.repeat(label.length)}${sanitizeLine(path)}`)
}

function section(title: string, lines: readonly string[], most: number): string[] {
  if (lines.length === 0) return []
  const shown =
    lines.length > most ? [...lines.slice(0, most), `(and ${formatCount(lines.length - most)} more; --verbose lists all)`] : lines
  return ['', title, ...shown.map((line) => `  ${line}`)]
}

/** One line for each key and reason; where many records share one, the first of them. */
function grouped(leftOut: readonly LeftOut[], verbose: boolean): string[] {
  const others = leftOut.filter(({ picture }) => picture === undefined)
  const same = Map.groupBy(others, ({ key, reason }) => JSON.stringify([key, reason]))
  return [...same.values()].map((group) => {
    const named = group.slice(0, verbose ? Infinity : mostSame).map(({ address }) => address)
    const more = group.length > named.length ? ` (and ${formatCount(group.length - named.length)} more)` : ''
    const [{ key, reason } = { key: null, reason: '' }] = group
    return sanitizeLine(`${named.join(', ')}${more}${key === null ? '' : `${group.length > 1 ? ',' : ''} ${key}`}: ${reason}`)
  })
}
