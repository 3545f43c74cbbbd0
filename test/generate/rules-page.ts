import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RulePage } from '../../src/rules/rule-page.ts'
import { rules } from '../../src/rules/check-rules.ts'
import { loaderPages } from '../../src/rules/loader-pages.ts'
import { framesFile, scenarioFiles, type ScenarioKind, scenarioRoot } from '../support/rule-scenarios.ts'

const start = `# Rules

What \`planogram validate\` can find, and \`plan\` and \`apply\` before they start. An **error** stops them (exit code 65); a
**warning** is shown and stops nothing. \`validate --format text|json|github|sarif\` prints them for people, scripts, annotations
of GitHub Actions, and code scanning.

This page is made from the code and from \`test/rules/\` by \`npm run generate\`: the tests validate each example, and compare what is said of it with the text here.

## Ignoring a warning

Where a rule says so below, a comment silences its warnings:

\`\`\`yaml
products:
  TEE: { title: Tee, slug: Classic tee } # planogram-ignore: slug-form
  # Everything in this product, because the comment stands above its key:
  # planogram-ignore: slug-form, gtin-form
  HAT:
    title: Hat
    slug: Hat & cap
\`\`\`

On the line of a value, or above it, the comment is about that line; on the line of a key, or above it, about everything below the key.
Errors are never silenced. A comment that names no rule is a warning itself.
`

/** The text of `docs/rules.md`: every rule with its reason, its example and what to do. */
export function rulesPage(): string {
  const sections = [
    start,
    `## All rules\n\n${tableOf([...rules, ...loaderPages])}\n`,
    '## Rules about the shop\n',
    ...rules.map(sectionOf),
    '## Reading the documents\n',
    'What is found before there are records to look at. Nothing of a catalogue that has such an error is sent.\n',
    ...loaderPages.map(sectionOf),
  ]
  return sections.join('\n')
}

function tableOf(pages: readonly RulePage[]): string {
  const rows = pages.map(({ id, severity, doc }) => `| [${id}](#${id}) | ${severity} | ${cell(doc)} |`)
  return ['| rule | severity | what holds |', '|---|---|---|', ...rows].join('\n')
}

function cell(text: string): string {
  return prose(text).replaceAll('|', '\\|')
}

/** Signs of HTML outside of code are text. */
function prose(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
}

function sectionOf(page: RulePage): string {
  const { id, severity, doc, why, mend, ignorable } = page
  return [
    `### ${id}`,
    prose(doc),
    `**Severity**: ${severity}.${ignorable === true ? ` A warning of it is silenced with \`# planogram-ignore: ${id}\`.` : ''}`,
    `**Why**: ${prose(why)}`,
    '**Fails**:',
    ...failing(id),
    '**Holds**:',
    ...documentsOf(id, 'passes'),
    `**How to mend**: ${prose(mend)}`,
    '',
  ].join('\n\n')
}

/** The documents of the failing example, and what is said of them. */
function failing(id: string): string[] {
  const file = join(scenarioRoot, id, 'fails', framesFile)
  if (!existsSync(file)) throw new Error(`${id} has no ${framesFile} yet: run the tests of test/rules, read what they wrote, then generate`)
  const frames = readFileSync(file, 'utf8').trimEnd()
  return [...documentsOf(id, 'fails'), `\`\`\`text\n${frames}\n\`\`\``]
}

function documentsOf(id: string, kind: ScenarioKind): string[] {
  return Object.entries(scenarioFiles(id, kind)).flatMap(([path, content]) => {
    if (!/\.(?:yaml|html)$/.test(path)) return []
    const text = Buffer.from(content).toString('utf8').trimEnd()
    const language = path.endsWith('.yaml') ? 'yaml' : 'html'
    return [`\`${path}\``, `\`\`\`${language}\n${text}\n\`\`\``]
  })
}
