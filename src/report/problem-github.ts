import type { Problem } from '../problems/problem.ts'
import { chooseProblems } from './choose-problems.ts'
import { countProblems, countsText } from './problem-counts.ts'
import { type PlacedSources, problemPlace } from './problem-place.ts'
import { sanitizeLine } from './sanitize.ts'

/** GitHub shows so many errors and so many warnings of a step; the rest is counted. */
const most = 10

/** Problems as workflow commands of GitHub Actions: ten errors and ten warnings, of every rule some, as annotations at their places, then how many more there are. */
export function problemsGithub(problems: readonly Problem[], sources: PlacedSources): string {
  const groups = (['error', 'warning'] as const).map((severity) => problems.filter((problem) => problem.severity === severity))
  const chosen = groups.map((group) => chooseProblems(group, most))
  const rest = countsText(countProblems(chosen.flatMap(({ hidden }) => hidden)), ' and ')
  const elsewhere = sources.scope === undefined ? '' : countsText(sources.scope.elsewhere, ' and ')
  const lines = [
    ...chosen.flatMap(({ shown }) => shown).map((problem) => annotation(problem, sources)),
    ...(rest === '' ? [] : [notice(`and ${rest} more; planogram validate shows all of them`)]),
    ...(elsewhere === '' ? [] : [notice(`${elsewhere} in files that were not named; planogram validate shows them`)]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function annotation({ rule, severity, message, fix, at, related }: Problem, sources: PlacedSources): string {
  const { path, region } = problemPlace(at, sources)
  const place = region === null ? {} : rangeOf(region)
  const other = related === null ? null : problemPlace(related.at, sources)
  const text = [
    sanitizeLine(message),
    ...(fix === null ? [] : [sanitizeLine(fix)]),
    ...(related === null || other === null
      ? []
      : [`${sanitizeLine(related.message)}: ${sanitizeLine(other.path)}${other.region === null ? '' : `:${other.region.start.line}`}`]),
  ]
  return command(severity, { file: sanitizeLine(path), ...place, title: rule }, text.join('\n'))
}

/** Columns only where a problem begins and ends on one line: GitHub refuses others. */
function rangeOf({ start, end }: NonNullable<ReturnType<typeof problemPlace>['region']>): Record<string, number> {
  if (start.line !== end.line) return { line: start.line, endLine: end.line }
  return { line: start.line, endLine: end.line, col: start.column, endColumn: end.column }
}

function notice(text: string): string {
  return command('notice', { title: 'planogram' }, text)
}

function command(name: string, properties: Readonly<Record<string, string | number>>, text: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name} ${given.join(',')}::${escapeData(text)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
