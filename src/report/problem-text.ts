import type { Problem } from '../problems/problem.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import { countOf, formatCount } from '../source/counts.ts'
import { chooseProblems } from './choose-problems.ts'
import { codeFrame, type FrameStyle } from './code-frame.ts'
import { type Line, paint, type Span, span, wrapLine } from './line.ts'
import { countProblems, countsText, type ProblemCounts } from './problem-counts.ts'
import { sanitizeLine } from './sanitize.ts'
import { padEnd, padStart } from './text-width.ts'
import type { Theme } from './theme.ts'

/** The documents of a catalogue, as far as the text needs them; a loaded catalogue has them. */
export interface ProblemSources {
  /** The text of a document. */
  textOf(file: string): string
  /** Line and column of a span. */
  locate(span: SourceSpan): SourcePlace
  readonly files: { readonly documents: number }
  /** Left out where all files were checked. */
  readonly scope?: ProblemScope | undefined
}

/** How many files were named on the command line, and the problems in the others. */
export interface ProblemScope {
  readonly files: number
  readonly elsewhere: ProblemCounts
}

/** How problems are shown. */
export interface ProblemStyle extends FrameStyle {
  /** Most problems with a frame; the rest is counted by rule. Default 50. */
  readonly most?: number | undefined
}

/** About 350 lines. */
const usualMost = 50

/**
 * Problems with code frames, by file and place, and the totals in the last line: "2 errors, 1 warning in 14 files". Of many, the
 * frames show errors first and some of every rule; the rest is counted.
 */
export function problemsText(problems: readonly Problem[], sources: ProblemSources, style: ProblemStyle): string {
  const { shown, hidden } = chooseProblems(problems, style.most ?? usualMost)
  const blocks = shown.map((problem) => problemText(problem, sources, style))
  return [...blocks, ...(hidden.length === 0 ? [] : [hiddenText(hidden, style.theme)]), totalsText(problems, sources)].join('\n\n')
}

function problemText({ rule, severity, message, fix, at, related }: Problem, sources: ProblemSources, style: FrameStyle): string {
  const tag = span(`${severity}[${rule}]: `, severity === 'error' ? 'error' : 'risk')
  return [
    ...wrapped([tag, span(sanitizeLine(message), 'strong')], '  ', style),
    ...placed(at, sources, style),
    ...(related ? [...labelled(span('note: ', 'strong'), related.message, style), ...placed(related.at, sources, style)] : []),
    ...(fix === null ? [] : labelled(span('help: ', 'added'), fix, style)),
  ].join('\n')
}

function labelled(label: Span, text: string, style: FrameStyle): readonly string[] {
  return wrapped([span('  '), label, span(sanitizeLine(text))], '        ', style)
}

/** Narrower terminals do not have room for the longest rule id. */
const narrowest = 40

/** A sentence wrapped to the width of the terminal; elsewhere one line, so that it can be searched. */
function wrapped(spans: Line, indent: string, { theme, columns = 0 }: FrameStyle): readonly string[] {
  const lines = columns < narrowest ? [spans] : wrapLine(spans, columns, indent)
  return lines.map((each) => paint(each, theme))
}

function placed(at: SourceSpan, sources: ProblemSources, style: FrameStyle): readonly string[] {
  const place = sources.locate(at)
  const text = sources.textOf(at.file)
  const file = sanitizeLine(place.file)
  return [
    `  ${style.theme.blue('-->')} ${text === '' ? file : `${file}:${place.line}:${place.column}`}`,
    ...codeFrame(text, { ...at, line: place.line }, style),
  ]
}

/** The number of problems without a frame by rule, errors first, the most frequent first. */
function hiddenText(hidden: readonly Problem[], theme: Theme): string {
  const groups = [...Map.groupBy(hidden, ({ severity, rule }) => `${severity}[${rule}]`)]
    .map(([name, members]) => ({ name, members, isError: members[0]?.severity === 'error' }))
    .toSorted((a, b) => Number(b.isError) - Number(a.isError) || b.members.length - a.members.length)
  const nameWidth = Math.max(...groups.map(({ name }) => name.length))
  const countWidth = Math.max(...groups.map(({ members }) => formatCount(members.length).length))
  const lines = groups.map(({ name, members, isError }) => {
    const files = new Set(members.map(({ at }) => at.file)).size
    const colour = isError ? theme.red : theme.yellow
    return `  ${padStart(formatCount(members.length), countWidth)} ${colour(padEnd(name, nameWidth))}  in ${countOf(files, 'file')}`
  })
  return [`${theme.bold('Not shown')} (\`planogram validate --all\` shows all problems):`, ...lines].join('\n')
}

/** "2 errors, 1 warning in 14 files"; "No problems in 14 files"; without a number of files where the config is the only one. */
function totalsText(problems: readonly Problem[], { files: { documents }, scope }: ProblemSources): string {
  const found = countsText(countProblems(problems)) || 'No problems'
  if (scope === undefined) return documents === 0 ? found : `${found} in ${countOf(documents, 'file')}`
  const elsewhere = countsText(scope.elsewhere)
  const named = scope.files === 0 ? 'No file of the catalogue was named' : `${found} in ${countOf(scope.files, 'named file')}`
  return elsewhere === '' ? named : `${named}; ${elsewhere} in other files: \`planogram validate\` shows them`
}
