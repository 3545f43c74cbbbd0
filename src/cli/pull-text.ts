import { byCode } from '../source/by-code.ts'
import type { LeftOut } from '../pull/collapse/collapsing.ts'
import { countOf, formatCount } from '../report/amounts.ts'
import { countOfKind } from '../report/kinds.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { PulledPictures } from '../pull/pull-pictures.ts'
import type { MergeResult } from '../pull/merge-store.ts'

/** What a pull did, for people. */
export interface PullOutcome {
  readonly store: string
  readonly taken: MergeResult
  /** Files of the catalogue that are new or other than before. */
  readonly files: { readonly added: readonly string[]; readonly changed: readonly string[] }
  /** True where nothing was written. */
  readonly isTrial: boolean
  readonly pictures: Pick<PulledPictures, 'written' | 'missing' | 'differing'> & {
    /** True with `--images`. */
    readonly asked: boolean
  }
  readonly notes: readonly string[]
}

const mostNamed = 20
/** Records that are named where many have the same reason. */
const mostSame = 3

/** The result of a pull as text: what was written, what was left to the store and why. */
export function pullText(outcome: PullOutcome, theme: Theme, verbose: boolean): string {
  const { taken, files, isTrial, pictures, notes } = outcome
  const most = verbose ? Infinity : mostNamed
  const { groups, categories, products } = taken.added
  const added = [...counted(products, 'Product'), ...counted(categories, 'Cat'), ...counted(groups, 'UserGroups')]
  const vanished = taken.vanished.map((address) => `${sanitizeLine(address)} is in the catalogue and not in the store; it stays in YAML`)
  const problems = taken.problems.map(({ message }) => sanitizeLine(message))
  return [
    theme.bold(firstLine(outcome)),
    ...(added.length === 0 ? [] : [`  new        ${added.join(', ')}`]),
    ...listed(isTrial ? '  to write   ' : '  written    ', files.added, most),
    ...listed(isTrial ? '  to change  ' : '  changed    ', files.changed, most),
    ...(pictures.written > 0 ? [`  pictures   ${countOf(pictures.written, 'file')}`] : []),
    ...section('Left to the store, since no document can say it:', grouped(taken.leftOut, verbose), most),
    ...pictureSections(outcome, most),
    ...section('Only in the catalogue:', vanished, most),
    ...section('To mend by hand:', problems, most),
    ...section('Notes:', notes.map(sanitizeLine), most),
    ...closing(outcome),
    '',
  ].join('\n')
}

function isSame({ files, pictures }: PullOutcome): boolean {
  return files.added.length + files.changed.length + pictures.written === 0
}

function firstLine(outcome: PullOutcome): string {
  const { store, isTrial } = outcome
  if (isTrial && !isSame(outcome)) return `A pull of store ${store} would change the catalogue; nothing was written.`
  return isSame(outcome) ? `The catalogue already says what store ${store} holds.` : `Pulled store ${store}.`
}

/** Pictures that no file is there for: those that the store lacks itself, and those that were not asked for. */
function pictureSections({ taken, pictures, isTrial }: PullOutcome, most: number): string[] {
  const missing = new Set(pictures.asked ? pictures.missing : [])
  const gone = [...missing].map((path) => `${sanitizeLine(path)} is named by a record, but the store has no such file`)
  const fields = taken.leftOut.filter(({ picture }) => picture !== undefined && !missing.has(picture))
  const names = [...new Set(fields.map(({ picture }) => sanitizeLine(picture ?? '')))].toSorted(byCode)
  const how = pictures.asked ? '' : '; pull --images gets them'
  // What this pull wrote leaves the fields out, so that a second one would leave them alone.
  const again = pictures.asked || isTrial ? how : '; undo this pull and pull --images to have them'
  const differing = pictures.differing.map(sanitizeLine)
  return [
    ...section('Pictures:', gone, most),
    ...section(`Pictures that the catalogue does not have, so that the fields that name them stay the store's${again}:`, names, most),
    ...section(`Pictures that are others in the store, so that planning it would put yours back${how}:`, differing, most),
  ]
}

/** How the catalogue stands now, or would stand after the pull that was tried; nothing where the first line says it all. */
function closing(outcome: PullOutcome): string[] {
  const { taken, pictures, isTrial } = outcome
  const would = isTrial && !isSame(outcome)
  const warned = warningsText(taken, would)
  const isPart = taken.leftOut.length + pictures.differing.length > 0
  const open = openText(taken, would)
  if (open !== null) return ['', taken.problems.length > 0 ? open : `${open}${warned}`]
  if (isSame(outcome) && !isPart && warned === '') return []
  return ['', `${validText(isPart, would)}${warned}`]
}

function warningsText({ loaded }: MergeResult, would: boolean): string {
  const warnings = loaded.problems.filter(({ severity }) => severity === 'warning').length
  if (warnings === 0) return ''
  const count = countOf(warnings, 'warning')
  return would ? ` It would have ${count}.` : ` It has ${count}: planogram validate.`
}

/** What is still to do; `null` for nothing. */
function openText({ problems, open, vanished }: MergeResult, would: boolean): string | null {
  if (problems.length > 0) {
    const errors = countOf(problems.length, 'error')
    return would ? `The catalogue would have ${errors}.` : `The catalogue has ${errors} now; see planogram validate.`
  }
  if (open.length > 0) {
    const missed = `${countOf(open.length, 'record')} that could not be taken over: ${open.map(sanitizeLine).join(', ')}`
    return `Planning it ${would ? 'would still show' : 'still shows'} ${missed}.`
  }
  return vanished.length > 0 ? 'Planning it would make again what is only in the catalogue; take that out if it is meant to go.' : null
}

function validText(isPart: boolean, would: boolean): string {
  if (isPart) return `The catalogue ${would ? 'would be valid, and say' : 'is valid, and what it says is'} what the store holds.`
  return `The catalogue ${would ? 'would be valid, and its records' : 'is valid, and its records are'} those of the store.`
}

function counted(count: number, resource: ResourceName): string[] {
  return count === 0 ? [] : [countOfKind(count, resource)]
}

function listed(label: string, paths: readonly string[], most: number): string[] {
  const shown = paths.length > most ? [...paths.slice(0, most), `and ${formatCount(paths.length - most)} more`] : paths
  return shown.map((path, index) => `${index === 0 ? label : ' '.repeat(label.length)}${sanitizeLine(path)}`)
}

function section(title: string, lines: readonly string[], most: number): string[] {
  if (lines.length === 0) return []
  const shown = lines.length > most ? [...lines.slice(0, most), `and ${formatCount(lines.length - most)} more (--verbose)`] : lines
  return ['', title, ...shown.map((line) => `  ${line}`)]
}

/** One line for each key and reason; where many records share one, the first of them. */
function grouped(leftOut: readonly LeftOut[], verbose: boolean): string[] {
  const others = leftOut.filter(({ picture }) => picture === undefined)
  const same = Map.groupBy(others, ({ key, reason }) => JSON.stringify([key, reason]))
  return [...same.values()].map((group) => {
    const named = group.slice(0, verbose ? Infinity : mostSame).map(({ address }) => address)
    const more = group.length > named.length ? ` and ${formatCount(group.length - named.length)} more` : ''
    const [{ key, reason } = { key: null, reason: '' }] = group
    return sanitizeLine(`${named.join(', ')}${more}${key === null ? '' : `${group.length > 1 ? ',' : ''} ${key}`}: ${reason}`)
  })
}
