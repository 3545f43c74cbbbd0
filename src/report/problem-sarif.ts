import type { Problem } from '../problems/problem.ts'
import { pagePath, type ProblemPage } from '../problems/problem-pages.ts'
import type { SourceSpan } from '../source/source.ts'
import { type PlacedSources, problemPlace } from './problem-place.ts'
import { problemPrints } from './problem-prints.ts'
import { jsonText } from './json-text.ts'
import { sanitizeLine } from './sanitize.ts'

/** The program that writes the log. */
export interface SarifTool {
  readonly version: string
  /** The pages of all rules. */
  readonly pages: readonly ProblemPage[]
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** Problems as a SARIF 2.1.0 log, for code scanning. Columns count characters. */
export function problemsSarif(problems: readonly Problem[], sources: PlacedSources, { version, pages }: SarifTool): string {
  const used = pages.filter(({ id }) => problems.some(({ rule }) => rule === id))
  const indices = new Map(used.map(({ id }, index) => [id, index]))
  const prints = problemPrints(problems, sources)
  const log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'planogram', version, semanticVersion: version, rules: used.map(ruleOf) } },
        invocations: [{ executionSuccessful: true }],
        originalUriBaseIds: { '%SRCROOT%': { description: { text: 'The root of the repository.' } } },
        columnKind: 'unicodeCodePoints',
        results: problems.map((problem, index) =>
          resultOf(problem, { sources, ruleIndex: indices.get(problem.rule), print: prints[index] }),
        ),
      },
    ],
  }
  return `${jsonText(log, 2)}\n`
}

function ruleOf({ id, doc, severity, why, fix, ignorable }: ProblemPage): object {
  const ignore = ignorable === true ? `\n\nIf it is intentional, write \`# planogram-ignore: ${id}\` on the line or above it.` : ''
  const seePage = `See ${pagePath(id)} in the documentation of Planogram.`
  return {
    id,
    shortDescription: { text: doc },
    fullDescription: { text: why },
    help: { text: `${fix} ${seePage}`, markdown: `${fix}\n\n${why}${ignore}\n\n${seePage}` },
    defaultConfiguration: { level: severity === 'warning' ? 'warning' : 'error' },
  }
}

interface ResultParts {
  readonly sources: PlacedSources
  readonly ruleIndex: number | undefined
  readonly print: string | undefined
}

function resultOf({ rule, severity, message, fix, at, related }: Problem, { sources, ruleIndex, print }: ResultParts): object {
  return {
    ruleId: rule,
    ...(ruleIndex === undefined ? {} : { ruleIndex }),
    level: severity,
    message: { text: sentences(message, fix) },
    locations: [locationOf(at, sources)],
    ...(related === null
      ? {}
      : { relatedLocations: [{ id: 1, ...locationOf(related.at, sources), message: { text: sanitizeLine(related.message) } }] }),
    partialFingerprints: { 'planogramProblem/v1': print },
  }
}

/** A message has no full stop; a fix is a sentence. */
function sentences(message: string, fix: string | null): string {
  const text = `${sanitizeLine(message)}.`
  return fix === null ? text : `${text} ${sanitizeLine(fix)}`
}

/** The place of a file without text, such as a picture, is its first line: GitHub does not show results without a line. */
function locationOf(span: SourceSpan, sources: PlacedSources): { readonly physicalLocation: object } {
  const { path, region } = problemPlace(span, sources)
  const artifactLocation = { uri: path.toWellFormed().split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' }
  if (region === null) return { physicalLocation: { artifactLocation, region: { startLine: 1 } } }
  const { start, end } = region
  return {
    physicalLocation: {
      artifactLocation,
      region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
    },
  }
}
