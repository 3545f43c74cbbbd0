import { byCode } from '../source/by-code.ts'
import type { LeftOut } from '../pull/collapse/collapsing.ts'
import { countOf, formatCount } from '../report/amounts.ts'
import { countOfKind } from '../report/kinds.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'
import type { ResourceName } from '../resources/registry.ts'
import type { PulledPictures } from '../pull/pull-pictures.ts'
import type { MergeResult } from '../pull/merge-store.ts'

/** The result of a pull. */
export interface PullOutcome {
  readonly store: string
  readonly taken: MergeResult
  /** Files of the catalogue that are new, and those that changed. */
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
/** Most records that are named for one reason. */
const mostSame = 3

/** The result of a pull as text: what was written, what was left unmanaged and why. */
export function pullText(outcome: PullOutcome, theme: Theme, verbose: boolean): string {
  const { taken, files, isTrial, pictures, notes } = outcome
  const most = verbose ? Infinity : mostNamed
  const { groups, categories, products } = taken.added
  const added = [...counted(products, 'Product'), ...counted(categories, 'Cat'), ...counted(groups, 'UserGroups')]
  const problems = taken.problems.map(({ message }) => sanitizeLine(message))
  return [
    theme.bold(firstLine(outcome)),
    ...(added.length === 0 ? [] : [`  new        ${added.join(', ')}`]),
    ...listed(isTrial ? '  to write   ' : '  written    ', files.added, most),
    ...listed(isTrial ? '  to change  ' : '  changed    ', files.changed, most),
    ...(pictures.written > 0 ? [`  pictures   ${countOf(pictures.written, 'file')}`] : []),
    ...section('Left unmanaged, because the catalogue cannot express it:', grouped(taken.leftOut, verbose), most),
    ...pictureSections(outcome, most),
    ...section('Not in the store, kept in the catalogue:', taken.vanished.map(sanitizeLine), most),
    ...section('To fix by hand:', problems, most),
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
  if (isSame(outcome)) return `The catalogue already matches store ${store}.`
  return isTrial ? `Dry run: pulling store ${store} would change the catalogue. Nothing was written.` : `Pulled store ${store}.`
}

/** Pictures without a file in the catalogue: those that the store does not have, and those that were not requested. */
function pictureSections({ taken, pictures, isTrial }: PullOutcome, most: number): string[] {
  const missing = new Set(pictures.asked ? pictures.missing : [])
  const notInStore = [...missing].map((path) => `${sanitizeLine(path)} is named by a record, but the store does not have the file`)
  const fields = taken.leftOut.filter(({ picture }) => picture !== undefined && !missing.has(picture))
  const names = [...new Set(fields.map(({ picture }) => sanitizeLine(picture ?? '')))].toSorted(byCode)
  // After this pull the fields are not in the documents, so that the next one ignores them.
  const advice = isTrial ? 'Run `planogram pull --images`' : 'Revert this pull and run `planogram pull --images`'
  const unmanaged = 'Pictures that are not in the catalogue; the fields that name them are left unmanaged'
  const differ = 'Pictures that differ in the store; a plan would upload those of the catalogue'
  return [
    ...section('Pictures:', notInStore, most),
    ...section(pictures.asked ? `${unmanaged}:` : `${unmanaged}.\n${advice} to download them:`, names, most),
    ...section(
      pictures.asked ? `${differ}:` : `${differ}.\nRun \`planogram pull --images\` to download those of the store:`,
      pictures.differing.map(sanitizeLine),
      most,
    ),
  ]
}

/** The state of the catalogue after the pull, or after the pull that was tried; empty where the first line is sufficient. */
function closing(outcome: PullOutcome): string[] {
  const { taken, pictures, isTrial } = outcome
  const isConditional = isTrial && !isSame(outcome)
  const warned = warningsText(taken, isConditional)
  const isPart = taken.leftOut.length + pictures.differing.length > 0
  const open = openText(taken, isConditional)
  if (open !== null) return ['', taken.problems.length > 0 ? open : `${open}${warned}`]
  if (isSame(outcome) && !isPart && warned === '') return []
  return ['', `${validText(isPart, isConditional)}${warned}`]
}

function warningsText({ loaded }: MergeResult, isConditional: boolean): string {
  const warnings = loaded.problems.filter(({ severity }) => severity === 'warning').length
  if (warnings === 0) return ''
  const count = countOf(warnings, 'warning')
  return isConditional ? ` It would have ${count}.` : ` It has ${count}; run \`planogram validate\`.`
}

/** What remains to be done; `null` where nothing does. */
function openText({ problems, open, vanished }: MergeResult, isConditional: boolean): string | null {
  if (problems.length > 0) {
    const errors = countOf(problems.length, 'error')
    return isConditional ? `The catalogue would have ${errors}.` : `The catalogue has ${errors}; run \`planogram validate\`.`
  }
  if (open.length > 0) {
    return `A plan would still change ${countOf(open.length, 'record')} that could not be merged: ${open.map(sanitizeLine).join(', ')}.`
  }
  return vanished.length > 0
    ? 'The next plan creates again what is not in the store; remove it from the catalogue if it was deleted on purpose.'
    : null
}

function validText(isPart: boolean, isConditional: boolean): string {
  if (isPart)
    return `The catalogue ${isConditional ? 'would be valid, and what it manages would match' : 'is valid, and what it manages matches'} the store.`
  return `The catalogue ${isConditional ? 'would be valid and match' : 'is valid and matches'} the store.`
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

/** One line for each key and reason, with the first records that share them. */
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
