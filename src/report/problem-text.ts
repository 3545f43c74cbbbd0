import type { Problem } from '../problems/problem.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import { countOf } from './amounts.ts'
import { chooseProblems } from './choose-problems.ts'
import { codeFrame, type FrameLook } from './code-frame.ts'
import { hiddenText } from './hidden-problems.ts'
import { line, wrapLine } from './line.ts'
import { countProblems, countsText, type ProblemCounts } from './problem-counts.ts'
import { sanitizeLine } from './sanitize.ts'

/** What the text needs to know of the catalogue: a loaded catalogue is one. */
export interface ProblemSources {
  /** The text of a document. */
  textOf(file: string): string
  /** Line and column of a span. */
  locate(span: SourceSpan): SourcePlace
  readonly files: { readonly documents: number }
  /** Where only some files were asked for. */
  readonly scope?: ProblemScope | undefined
}

/** The files that were asked for, and what is wrong in the others. */
export interface ProblemScope {
  readonly files: number
  readonly elsewhere: ProblemCounts
}

/** How problems are shown. */
export interface ProblemLook extends FrameLook {
  /** So many are shown with a frame, the rest is counted by rule; default 50. */
  readonly most?: number | undefined
}

/** More frames than these, about 350 lines, nobody reads. */
const usualMost = 50

/**
 * Problems with code frames, by file and place, and the totals in the last line: "2 errors, 1 warning in 14 files". Of many, the
 * frames are those of errors first and of every rule some, and the rest is counted.
 */
export function problemsText(problems: readonly Problem[], sources: ProblemSources, look: ProblemLook): string {
  const { shown, hidden } = chooseProblems(problems, look.most ?? usualMost)
  const blocks = shown.map((problem) => problemText(problem, sources, look))
  return [...blocks, ...(hidden.length === 0 ? [] : [hiddenText(hidden, look.theme)]), totalsText(problems, sources)].join('\n\n')
}

function problemText({ rule, severity, message, fix, at, related }: Problem, sources: ProblemSources, look: FrameLook): string {
  const { theme } = look
  const colour = severity === 'error' ? theme.red : theme.yellow
  const tag = `${severity}[${rule}]:`
  const [first = '', ...others] = wrapped(`${tag} ${sanitizeLine(message)}`, '  ', look)
  return [
    `${theme.bold(colour(tag))}${theme.bold(first.slice(tag.length))}`,
    ...others.map(theme.bold),
    ...placed(at, sources, look),
    ...(related ? [...labelled({ label: 'note:', paint: theme.bold }, related.message, look), ...placed(related.at, sources, look)] : []),
    ...(fix === null ? [] : labelled({ label: 'help:', paint: theme.green }, fix, look)),
  ].join('\n')
}

function labelled(
  { label, paint }: { readonly label: string; readonly paint: (text: string) => string },
  text: string,
  look: FrameLook,
): string[] {
  const [first = '', ...others] = wrapped(`  ${label} ${sanitizeLine(text)}`, '        ', look)
  return [`  ${paint(label)}${first.slice(label.length + 2)}`, ...others]
}

/** In a narrower terminal than this the longest rule would not fit. */
const narrowest = 40

/** A sentence in the width of the terminal; elsewhere it is one line, to be searched. */
function wrapped(text: string, indent: string, { columns }: FrameLook): string[] {
  if (columns === undefined || columns < narrowest) return [text]
  return wrapLine(line(text), columns, indent).map((spans) => spans.map((piece) => piece.text).join(''))
}

function placed(at: SourceSpan, sources: ProblemSources, look: FrameLook): string[] {
  const place = sources.locate(at)
  const text = sources.textOf(at.file)
  const file = sanitizeLine(place.file)
  return [
    `  ${look.theme.blue('-->')} ${text === '' ? file : `${file}:${place.line}:${place.column}`}`,
    ...codeFrame(text, { ...at, line: place.line }, look),
  ]
}

/** "2 errors, 1 warning in 14 files"; "No problems in 14 files"; no files where the config is all there is. */
function totalsText(problems: readonly Problem[], { files: { documents }, scope }: ProblemSources): string {
  const found = countsText(countProblems(problems)) || 'No problems'
  if (scope === undefined) return documents === 0 ? found : `${found} in ${countOf(documents, 'file')}`
  const elsewhere = countsText(scope.elsewhere)
  const own = scope.files === 0 ? 'Nothing of the catalogue was named' : `${found} in ${countOf(scope.files, 'named file')}`
  return elsewhere === '' ? own : `${own}; ${elsewhere} elsewhere: \`planogram validate\` shows them`
}
