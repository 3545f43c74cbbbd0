import type { LeftOut } from '../../catalogue/collapse/collapsing.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import type { Theme } from '../../report/theme.ts'
import type { TakenOver } from './take-over.ts'

/** What a pull did, for people. */
export interface PullOutcome {
  readonly store: string
  readonly taken: TakenOver
  /** Files of the catalogue that are new or other than before. */
  readonly files: { readonly added: readonly string[]; readonly changed: readonly string[] }
  /** `null` without `--images`. */
  readonly pictures: { readonly downloaded: number; readonly missing: readonly string[] } | null
  readonly notes: readonly string[]
}

const mostNamed = 20

/** The result of a pull as text: what was written, what was left to the store and why. */
export function pullText({ store, taken, files, pictures, notes }: PullOutcome, theme: Theme, verbose: boolean): string {
  const most = verbose ? Infinity : mostNamed
  const { groups, categories, products } = taken.added
  const isSame = files.added.length + files.changed.length === 0
  const added = [counted(products, 'product'), counted(categories, 'category'), counted(groups, 'group')].filter((words) => words !== '')
  const vanished = taken.vanished.map((address) => `${sanitizeLine(address)} is in the catalogue and not in the store; it stays in YAML`)
  const left = grouped(taken.leftOut)
  const missing = (pictures?.missing ?? []).map((path) => `${sanitizeLine(path)} is named by a record, but the store has no such file`)
  return [
    theme.bold(isSame ? `The catalogue already says what store ${store} holds.` : `Pulled store ${store}.`),
    ...(added.length === 0 ? [] : [`  new        ${added.join(', ')}`]),
    ...listed('  written    ', [...files.added], most),
    ...listed('  changed    ', [...files.changed], most),
    ...(pictures && pictures.downloaded > 0 ? [`  pictures   ${counted(pictures.downloaded, 'download')}`] : []),
    ...section('Left to the store, since no document can say it:', left, most),
    ...section('Only in the catalogue:', vanished, most),
    ...section('Pictures:', missing, most),
    ...section(
      'To mend by hand:',
      taken.problems.map(({ message }) => sanitizeLine(message)),
      most,
    ),
    ...section('Notes:', notes.map(sanitizeLine), most),
    '',
    lastLine(taken),
    '',
  ].join('\n')
}

function lastLine({ loaded, problems, vanished, open }: TakenOver): string {
  const warnings = loaded.problems.filter(({ severity }) => severity === 'warning').length
  const warned = warnings === 0 ? '' : ` It has ${counted(warnings, 'warning')}: planogram validate.`
  if (problems.length > 0) return `The catalogue has ${counted(problems.length, 'error')} now; see planogram validate.`
  if (open.length > 0)
    return `Planning it still shows ${counted(open.length, 'record')} that could not be taken over: ${open.map(sanitizeLine).join(', ')}.${warned}`
  if (vanished.length > 0) return `Planning it would make again what is only in the catalogue; take that out if it is meant to go.${warned}`
  return `The catalogue is valid, and its records are those of the store.${warned}`
}

function counted(count: number, noun: string): string {
  if (count === 0) return ''
  const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`
}

function listed(label: string, paths: readonly string[], most: number): string[] {
  const shown = paths.length > most ? [...paths.slice(0, most), `and ${paths.length - most} more`] : paths
  return shown.map((path, index) => `${index === 0 ? label : ' '.repeat(label.length)}${sanitizeLine(path)}`)
}

function section(title: string, lines: readonly string[], most: number): string[] {
  if (lines.length === 0) return []
  const shown = lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more (--verbose)`] : lines
  return ['', title, ...shown.map((line) => `  ${line}`)]
}

/** One line for each reason, with the first of the places. */
function grouped(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ address, key, reason }) => sanitizeLine(`${address}${key === null ? '' : ` ${key}`}: ${reason}`))
}
