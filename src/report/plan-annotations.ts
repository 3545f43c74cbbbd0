import { hash } from 'node:crypto'
import type { Plan } from '../plan/plan.ts'
import { limitNames } from '../records/guard-limits.ts'
import { countOf } from '../source/counts.ts'
import { escapeXml } from './escape-markup.ts'
import { jsonText } from './json-text.ts'
import { parseLinePlace } from './place-text.ts'
import { totalsText } from './plan-totals.ts'
import type { FindingView } from './view/finding-view.ts'
import { guardView, planView } from './view/plan-view.ts'
import { mostOfSeverity, workflowCommand, workflowNotice } from './workflow-command.ts'

/**
 * What to look at in a plan as workflow commands of GitHub Actions: errors for what stops the apply, warnings for the rest, ten of each, then
 * the number of the others and the totals. `folder`: that of the catalogue in its repository.
 */
export function planGithub(plan: Plan, folder: string): string {
  const view = planView(plan)
  const ofSeverity = [true, false].map((stops) => view.findings.filter((finding) => finding.stops === stops))
  const shown = ofSeverity.flatMap((findings) => findings.slice(0, mostOfSeverity))
  const hidden = view.findings.length - shown.length
  const lines = [
    ...shown.map((finding) => annotation(finding, folder)),
    ...(hidden === 0 ? [] : [workflowNotice(`${countOf(hidden, 'finding')} not shown; planogram show --full shows all`)]),
    workflowNotice(totalsText(view)),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function annotation(finding: FindingView, folder: string): string {
  const { stops, kind, sentence } = finding
  const place = repositoryPlace(finding, folder)
  const at = place === null ? {} : { file: place.path, line: place.line }
  return workflowCommand(stops ? 'error' : 'warning', { ...at, title: `planogram ${kind}` }, sentence)
}

/** The findings as a code quality report of GitLab: a JSON list. What is in no document is at the first line of the config. */
export function planGitlab(plan: Plan, folder: string): string {
  const config = { path: folder === '' ? 'planogram.yaml' : `${folder}/planogram.yaml`, line: 1 }
  const issues = planView(plan).findings.map((finding) => {
    const { path, line } = repositoryPlace(finding, folder) ?? config
    const { kind, stops, sentence } = finding
    return {
      description: sentence,
      check_name: `planogram-${kind}`,
      fingerprint: hash('sha256', JSON.stringify([kind, path, line, sentence])),
      severity: stops ? 'critical' : 'minor',
      location: { path, lines: { begin: line } },
    }
  })
  return `${jsonText(issues, 2)}\n`
}

/** The line that a finding is about, with its path from the root of the repository; `null` where it is in no document. */
function repositoryPlace({ place }: FindingView, folder: string): { readonly path: string; readonly line: number } | null {
  const found = parseLinePlace(place)
  return found && { path: folder === '' ? found.file : `${folder}/${found.file}`, line: found.line }
}

/** The guards as a JUnit report: one test each, which fails where the guard stops the apply. */
export function planJunit(plan: Pick<Plan, 'guards'>): string {
  const guards = plan.guards.map(guardView)
  const names = [...new Set([...limitNames.filter((name) => name !== 'max_plan_age'), ...guards.map(({ name }) => name)])]
  const cases = names.map((name) => {
    const head = `  <testcase classname="planogram.guards" name="${escapeLines(name)}"`
    const found = guards.find((guard) => guard.name === name)
    if (found === undefined) return `${head}/>`
    return `${head}>\n    <failure message="${escapeLines(found.sentence)}">${escapeLines(found.cases.join('\n'))}</failure>\n  </testcase>`
  })
  const counts = `tests="${names.length}" failures="${guards.length}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="planogram guards" ${counts}>\n${cases.join('\n')}\n</testsuite>\n`
}

/** The lines of a text in XML, of which a parser keeps the ends. */
function escapeLines(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;')
}
