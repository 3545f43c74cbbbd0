import type { Problem } from '../catalogue/problem.ts'
import type { RulePage } from '../catalogue/rules/rule-page.ts'
import type { SourceSpan } from '../records/source.ts'
import { type PlacedSources, problemPlace } from './problem-place.ts'
import { sanitizeLine } from './sanitize.ts'

/** What a SARIF log says of the program that wrote it. */
export interface SarifTool {
  readonly version: string
  /** Of every rule that can be in the log. */
  readonly pages: readonly RulePage[]
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** Problems as a SARIF 2.1.0 log, for code scanning. Columns count characters, as everywhere here. */
export function problemsSarif(problems: readonly Problem[], sources: PlacedSources, { version, pages }: SarifTool): string {
  const used = pages.filter(({ id }) => problems.some(({ rule }) => rule === id))
  const indices = new Map(used.map(({ id }, index) => [id, index]))
  const log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'planogram', version, semanticVersion: version, rules: used.map(ruleOf) } },
        columnKind: 'unicodeCodePoints',
        results: problems.map((problem) => resultOf(problem, sources, indices)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleOf({ id, doc, severity, why, mend }: RulePage): object {
  return {
    id,
    shortDescription: { text: doc },
    fullDescription: { text: why },
    help: { text: mend },
    defaultConfiguration: { level: severity === 'warning' ? 'warning' : 'error' },
  }
}

function resultOf(
  { rule, severity, message, fix, at, related }: Problem,
  sources: PlacedSources,
  indices: ReadonlyMap<string, number>,
): object {
  const ruleIndex = indices.get(rule)
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: severity,
    message: { text: sentences(message, fix) },
    locations: [locationOf(at, sources)],
    ...(related === null
      ? {}
      : { relatedLocations: [{ id: 1, ...locationOf(related.at, sources), message: { text: sanitizeLine(related.message) } }] }),
  }
}

/** The message begins with a small letter or a name of the catalogue and has no full stop; a fix is a sentence. */
function sentences(message: string, fix: string | null): string {
  const text = `${sanitizeLine(message)}.`
  return fix === null ? text : `${text} ${sanitizeLine(fix)}`
}

function locationOf(span: SourceSpan, sources: PlacedSources): { readonly physicalLocation: object } {
  const { path, region } = problemPlace(span, sources)
  const artifactLocation = { uri: path.toWellFormed().split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' }
  if (region === null) return { physicalLocation: { artifactLocation } }
  const { start, end } = region
  return {
    physicalLocation: {
      artifactLocation,
      region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
    },
  }
}
