import type { Problem } from '../problems/problem.ts'
import { chooseProblems } from './choose-problems.ts'
import { countProblems, countsText } from './problem-counts.ts'
import { type PlacedSources, problemPlace } from './problem-place.ts'
import { sanitizeLine } from './sanitize.ts'
import { mostOfSeverity, workflowCommand, workflowNotice } from './workflow-command.ts'

/** Problems as workflow commands of GitHub Actions: annotations for ten errors and ten warnings, some of every rule, then the number of the others. */
export function problemsGithub(problems: readonly Problem[], sources: PlacedSources): string {
  const groups = (['error', 'warning'] as const).map((severity) => problems.filter((problem) => problem.severity === severity))
  const chosen = groups.map((group) => chooseProblems(group, mostOfSeverity))
  const rest = countsText(countProblems(chosen.flatMap(({ hidden }) => hidden)), ' and ')
  const elsewhere = sources.scope === undefined ? '' : countsText(sources.scope.elsewhere, ' and ')
  const lines = [
    ...chosen.flatMap(({ shown }) => shown).map((problem) => annotation(problem, sources)),
    ...(rest === '' ? [] : [workflowNotice(`${rest} not shown; planogram validate shows all problems`)]),
    ...(elsewhere === '' ? [] : [workflowNotice(`${elsewhere} in other files; planogram validate shows them`)]),
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
  return workflowCommand(severity, { file: sanitizeLine(path), ...place, title: rule }, text.join('\n'))
}

/** Columns only where a problem starts and ends on the same line: GitHub rejects others. */
function rangeOf({ start, end }: NonNullable<ReturnType<typeof problemPlace>['region']>): Record<string, number> {
  if (start.line !== end.line) return { line: start.line, endLine: end.line }
  return { line: start.line, endLine: end.line, col: start.column, endColumn: end.column }
}
