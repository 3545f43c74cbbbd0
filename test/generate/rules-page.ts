import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePath, type ProblemPage, type ProblemTopic } from '../../src/problems/problem-pages.ts'
import { rulePages } from '../../src/rules/check-rules.ts'
import { framesFile, scenarioFiles, scenarioRoot } from '../support/rule-scenarios.ts'
import { prose } from './prose.ts'

/** The index of all rules, from the root of the project. */
export const indexPath = 'docs/rules.md'

const topics: Readonly<Record<ProblemTopic, string>> = {
  documents: 'Documents',
  config: 'Config, stores and webhooks',
  codes: 'Codes and identifiers',
  categories: 'Categories, groups and references',
  texts: 'Texts and addresses',
  options: 'Options and variants',
  prices: 'Prices',
  promotions: 'Promotions',
  pictures: 'Pictures',
}

const start = `# Rules

The problems that \`planogram validate\` reports; \`plan\` and \`apply\` check the same rules first. An **error** stops them (exit code 65), a
**warning** does not. \`validate --format text|json|github|sarif\` prints the problems for people, for scripts, as annotations of GitHub
Actions, and for code scanning.

Each rule has a page with an example of a catalogue that breaks it, what is reported, and a catalogue without the problem. The pages
are generated from the code and from \`test/rules/\` by \`npm run generate\`; the tests check every example.

## Ignore a warning

A comment silences the warnings of a rule whose page allows it:

\`\`\`yaml
products:
  TEE: { title: Tee, slug: Classic tee } # planogram-ignore: slug-form
  # Everything in this product, because the comment is above its key:
  # planogram-ignore: slug-form, gtin-form
  HAT:
    title: Hat
    slug: Hat & cap
\`\`\`

On the line of a value, or above it, the comment applies to that line; on the line of a key, or above it, to everything below the key.
Errors are never silenced. A comment that names an unknown rule is reported as a warning.
`

/** The generated pages by their path from the root of the project: the index, and one page for each rule. */
export function rulesPages(): ReadonlyMap<string, string> {
  return new Map([[indexPath, indexPage()], ...rulePages.map((page) => [pagePath(page.id), pageOf(page)] as const)])
}

function indexPage(): string {
  const sections = Object.entries(topics).map(([topic, title]) => {
    const lines = rulePages
      .filter((page) => page.topic === topic)
      .map(({ id, severity, doc }) => `- [${id}](rules/${id}.md) (${severity}): ${prose(doc)}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return [start, ...sections].join('\n')
}

function pageOf({ id, severity, doc, why, fix, ignorable }: ProblemPage): string {
  const ignore = ignorable === true ? ` \`# planogram-ignore: ${id}\` silences a warning ([how](../rules.md#ignore-a-warning)).` : ''
  return `${[
    `# ${id}`,
    prose(doc),
    `**Severity**: ${severity}.${ignore}`,
    `**Why**: ${prose(why)}`,
    `**Fix**: ${prose(fix)}`,
    '## Fails',
    ...documentsOf(id, 'fails'),
    `\`\`\`text\n${framesOf(id)}\n\`\`\``,
    '## Passes',
    ...documentsOf(id, 'passes'),
    '[All rules](../rules.md)',
  ].join('\n\n')}\n`
}

/** The problems of the failing example. */
function framesOf(id: string): string {
  const file = join(scenarioRoot, id, 'fails', framesFile)
  if (!existsSync(file))
    throw new Error(`${id} has no ${framesFile}: run the tests of test/rules and review what they wrote, then generate`)
  return readFileSync(file, 'utf8').trimEnd()
}

function documentsOf(id: string, name: 'fails' | 'passes'): string[] {
  return Object.entries(scenarioFiles(id, name)).flatMap(([path, content]) => {
    if (!/\.(?:yaml|html)$/.test(path)) return []
    const text = Buffer.from(content).toString('utf8').trimEnd()
    const language = path.endsWith('.yaml') ? 'yaml' : 'html'
    return [`\`${path}\``, `\`\`\`${language}\n${text}\n\`\`\``]
  })
}
