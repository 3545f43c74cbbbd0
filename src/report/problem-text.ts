import type { Problem } from '../catalogue/problem.ts'
import type { SourcePlace, SourceSpan } from '../records/source.ts'
import { countOf } from './amounts.ts'
import { codeFrame } from './code-frame.ts'
import { sanitizeLine } from './sanitize.ts'
import type { Theme } from './theme.ts'

/** What the text needs to know of the catalogue: a loaded catalogue is one. */
export interface ProblemSources {
  /** The text of a document. */
  textOf(file: string): string
  /** Line and column of a span. */
  locate(span: SourceSpan): SourcePlace
  readonly files: { readonly documents: number }
}

/** Problems with code frames, by file and place, and the totals in the last line: "2 errors, 1 warning in 14 files". */
export function problemsText(problems: readonly Problem[], sources: ProblemSources, theme: Theme): string {
  const blocks = problems.toSorted(byPlace).map((problem) => problemText(problem, sources, theme))
  return [...blocks, totalsText(problems, sources.files.documents)].join('\n\n')
}

function byPlace(a: Problem, b: Problem): number {
  if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1
  return a.at.start - b.at.start
}

function problemText({ rule, severity, message, fix, at, related }: Problem, sources: ProblemSources, theme: Theme): string {
  const colour = severity === 'error' ? theme.red : theme.yellow
  return [
    `${theme.bold(colour(`${severity}[${rule}]:`))} ${theme.bold(sanitizeLine(message))}`,
    ...placed(at, sources, theme),
    ...(related ? [`  ${theme.bold('note:')} ${sanitizeLine(related.message)}`, ...placed(related.at, sources, theme)] : []),
    ...(fix === null ? [] : [`  ${theme.green('help:')} ${sanitizeLine(fix)}`]),
  ].join('\n')
}

function placed(at: SourceSpan, sources: ProblemSources, theme: Theme): string[] {
  const { file, line, column } = sources.locate(at)
  const text = sources.textOf(at.file)
  const place = text === '' ? sanitizeLine(file) : `${sanitizeLine(file)}:${line}:${column}`
  return [`  ${theme.blue('-->')} ${place}`, ...codeFrame(text, at, theme)]
}

/** "2 errors, 1 warning in 14 files"; "No problems in 14 files"; no files where the config is all there is. */
function totalsText(problems: readonly Problem[], documents: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const counts = [...(errors > 0 ? [countOf(errors, 'error')] : []), ...(warnings > 0 ? [countOf(warnings, 'warning')] : [])]
  const found = counts.length === 0 ? 'No problems' : counts.join(', ')
  return documents === 0 ? found : `${found} in ${countOf(documents, 'file')}`
}
