import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { placeFinder } from '../../../src/source/place-finder.ts'
import type { Problem } from '../../../src/problems/problem.ts'
import { rulePages } from '../../../src/rules/check-rules.ts'
import { problemsGithub } from '../../../src/report/problem-github.ts'
import { problemsJson } from '../../../src/report/problem-json.ts'
import type { PlacedSources } from '../../../src/report/problem-place.ts'
import { problemsSarif } from '../../../src/report/problem-sarif.ts'
import { problemsText } from '../../../src/report/problem-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { isHarmful } from '../../support/is-harmful.ts'
import { loadScenario, scenarioNames } from '../../support/rule-scenarios.ts'

/** The schema of OASIS as @microsoft/sarif-multitool-linux 5.7.0 (MIT) ships it. */
const schemaFile = resolve(import.meta.dirname, '../../fixtures/sarif/sarif-2.1.0.json')
/** What zod takes for a whole address; a reference may be a path. */
const reference = { type: 'string', pattern: "^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-F]{2})*$" }
const published: Record<string, unknown> = JSON.parse(readFileSync(schemaFile, 'utf8'), (_, value: unknown) =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === 'uri-reference' ? reference : value,
)
/** Its definitions are those of draft-07. */
const draft = { ...published, $schema: 'http://json-schema.org/draft-07/schema#' }
const sarifSchema = z.fromJSONSchema(draft as Parameters<typeof z.fromJSONSchema>[0])
const tool = { version: '1.2.3', pages: rulePages }

const text = 'products:\n\t木材: { slug: 無 垢, price: 1 }\n  TEE: { slug: two words,\n    price: 2 }\n'

function textOf(file: string): string {
  return file.endsWith('.yaml') ? text : ''
}

function sources(folder = ''): PlacedSources {
  return { textOf, locate: placeFinder(textOf), folder }
}

function problemAt(words: string, more: Partial<Problem> = {}): Problem {
  const start = text.indexOf(words)
  const at = { file: 'shop.yaml', start, end: start + words.length }
  return { rule: 'slug-form', severity: 'warning', message: `about ${words}`, fix: null, at, related: null, ...more }
}

interface SarifLog {
  readonly runs: readonly [
    { readonly tool: { readonly driver: { readonly rules: readonly { id: string }[] } }; readonly results: readonly SarifResult[] },
  ]
}

interface SarifResult {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: string
  readonly message: { readonly text: string }
  readonly partialFingerprints: Readonly<Record<string, string>>
  readonly locations: readonly { physicalLocation: { artifactLocation: { uri: string }; region?: Record<string, number> } }[]
  readonly relatedLocations?: readonly object[]
}

function sarifOf(problems: readonly Problem[], from = sources()): SarifLog {
  return JSON.parse(problemsSarif(problems, from, tool))
}

test('columns count characters: tabs and wide characters are one column, in every format', () => {
  const problem = problemAt('無 垢')

  const [github] = problemsGithub([problem], sources()).split('\n')
  const region = sarifOf([problem]).runs[0].results[0]?.locations[0]?.physicalLocation.region
  const frame = problemsText([problem], { ...sources(), files: { documents: 1 } }, { theme: plainTheme }).split('\n')

  expect(github).toBe('::warning file=shop.yaml,line=2,endLine=2,col=14,endColumn=17,title=slug-form::about 無 垢')
  expect(region).toEqual({ startLine: 2, startColumn: 14, endLine: 2, endColumn: 17 })
  expect(frame[1]).toBe('  --> shop.yaml:2:14')
  // The tab is four columns wide, each of the two signs two.
  expect(frame[4]?.indexOf('^')).toBe('> 2 │ '.length + 4 + 2 * 2 + ': { slug: '.length)
})

test('a problem over several lines has no columns for GitHub, and both ends in SARIF', () => {
  const problem = problemAt('{ slug: two words,\n    price: 2 }')

  const [github] = problemsGithub([problem], sources()).split('\n')

  expect(github).toContain('::warning file=shop.yaml,line=3,endLine=4,title=slug-form::')
  expect(sarifOf([problem]).runs[0].results[0]?.locations[0]?.physicalLocation.region).toEqual({
    startLine: 3,
    startColumn: 8,
    endLine: 4,
    endColumn: 15,
  })
})

test('characters with a meaning in workflow commands are escaped, and no text can start a command', () => {
  const at = { file: 'a,b:c%.yaml', start: 0, end: 8 }
  const problem = problemAt('two', {
    message: '100% wrong\n::error::owned\r\u001B[31m',
    fix: 'Mend: it, now.',
    at,
    related: { message: 'the other', at },
  })

  const lines = problemsGithub([problem], sources('my shop')).split('\n')

  expect(lines).toEqual([
    '::warning file=my shop/a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=1,endColumn=9,title=slug-form::100%25 wrong␊:\u2060:error:\u2060:owned␍␛[31m%0AMend: it, now.%0Athe other: my shop/a,b:c%25.yaml:1',
    '',
  ])
})

test('GitHub gets ten errors and ten warnings, the most that it shows of a step, and the number of the others', () => {
  const warnings = Array.from({ length: 12 }, (_, index) => problemAt('two', { message: `warning ${index}` }))
  const errors = Array.from({ length: 11 }, (_, index) => problemAt('slug', { severity: 'error', message: `error ${index}` }))

  const lines = problemsGithub([...warnings, ...errors], sources())
    .trimEnd()
    .split('\n')

  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    ...Array<string>(10).fill('::error'),
    ...Array<string>(10).fill('::warning'),
    '::notice',
  ])
  expect(lines.at(-1)).toBe('::notice title=planogram::1 error and 2 warnings not shown; planogram validate shows all problems')
  expect(problemsGithub([], sources())).toBe('')
})

test('GitHub gets problems of every rule', () => {
  const many = Array.from({ length: 100 }, (_, index) => problemAt('slug', { severity: 'error', message: `error ${index}` }))
  const one = problemAt('two', { severity: 'error', rule: 'unknown-key' })

  const titles = [...problemsGithub([...many, one], sources()).matchAll(/^::error .*title=([\w-]+)/gm)].map(([, title]) => title)

  expect(titles).toEqual([...Array<string>(9).fill('slug-form'), 'unknown-key'])
})

test('a file without text, such as a picture, has no line; in SARIF it has the first, because GitHub requires one', () => {
  const problem = problemAt('two', { at: { file: 'images/ä b.png', start: 0, end: 0 } })

  expect(problemsGithub([problem], sources())).toBe('::warning file=images/ä b.png,title=slug-form::about two\n')
  expect(sarifOf([problem]).runs[0].results[0]?.locations).toEqual([
    { physicalLocation: { artifactLocation: { uri: 'images/%C3%A4%20b.png', uriBaseId: '%SRCROOT%' }, region: { startLine: 1 } } },
  ])
  expect(problemsText([problem], { ...sources(), files: { documents: 1 } }, { theme: plainTheme })).toBe(
    'warning[slug-form]: about two\n  --> images/ä b.png\n\n1 warning in 1 file',
  )
})

test('SARIF: each result names its rule, and only rules with results are described', () => {
  const problems = [problemAt('two', { fix: 'Write two-words.' }), problemAt('slug', { rule: 'unknown-key', severity: 'error' })]

  const { tool: written, results } = sarifOf(problems, sources('shop')).runs[0]

  expect(written.driver.rules.map(({ id }) => id)).toEqual(['slug-form', 'unknown-key'])
  expect(
    results.map(({ ruleId, ruleIndex, level, message, locations }) => [
      ruleId,
      ruleIndex,
      level,
      message.text,
      locations[0]?.physicalLocation.artifactLocation.uri,
    ]),
  ).toEqual([
    ['slug-form', 0, 'warning', 'about two. Write two-words.', 'shop/shop.yaml'],
    ['unknown-key', 1, 'error', 'about slug.', 'shop/shop.yaml'],
  ])
})

test('SARIF of every failing scenario and of none is valid by its schema, and the schema refuses what is not SARIF', async () => {
  const names = scenarioNames()
  const loaded = await Promise.all(names.map((name) => loadScenario(name, 'fails')))

  const refused = loaded.flatMap((catalogue, index) => {
    const log: unknown = JSON.parse(problemsSarif(catalogue.problems, { ...catalogue, folder: 'a shop' }, tool))
    const parsed = sarifSchema.safeParse(log)
    return parsed.success ? [] : [[names[index], parsed.error.issues]]
  })

  expect(refused).toEqual([])
  expect(loaded.flatMap(({ problems }) => problems).length).toBeGreaterThan(80)
  expect(sarifSchema.safeParse(JSON.parse(problemsSarif([], sources(), tool))).success).toBe(true)
  expect(sarifSchema.safeParse({ version: '2.1.0', runs: [{ tool: { driver: {} }, results: [] }] }).success).toBe(false)
  expect(
    sarifSchema.safeParse({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: { text: 1 } }] }] }).success,
  ).toBe(false)
})

function printsOf(problems: readonly Problem[], from = sources()): string[] {
  return sarifOf(problems, from).runs[0].results.map(({ partialFingerprints }) => partialFingerprints['planogramProblem/v1'] ?? '')
}

test('SARIF: a fingerprint does not change when lines are added above or a folded problem gets more subjects, and all are different', () => {
  const moved = `# a comment\n\n${text}`
  const below: PlacedSources = { textOf: () => moved, locate: placeFinder(() => moved), folder: '' }
  const folded = { subjects: ['TEE', 'HAT'], body: 'names nothing' }
  const problem = problemAt('two words', { message: 'TEE names nothing (and 1 more)', folded })
  const later = {
    ...problem,
    message: 'TEE names nothing (and 2 more)',
    folded: { ...folded, subjects: ['TEE', 'CAP', 'HAT'] },
    at: { ...problem.at, start: problem.at.start + 13 },
  }

  const [before] = printsOf([problem])
  const [after] = printsOf([later], below)
  const others = printsOf([problem, problem, problemAt('slug'), problemAt('two words', { rule: 'unknown-key' })])

  expect(before).toMatch(/^[0-9a-f]{32}:1$/)
  expect(after).toBe(before)
  expect(others.slice(0, 2)).toEqual([before, before?.replace(/1$/, '2')])
  expect(new Set(others).size).toBe(4)
})

test('JSON of every failing scenario is valid by its published schema', async () => {
  const published: unknown = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../schemas/problems.schema.json'), 'utf8'))
  const schemaOfList = z.fromJSONSchema(published as Parameters<typeof z.fromJSONSchema>[0])
  const loaded = await Promise.all(scenarioNames().map((name) => loadScenario(name, 'fails')))

  const refused = loaded.flatMap((catalogue) => {
    const scope = { files: 1, elsewhere: { errors: 1, warnings: 2 } }
    const lists = [problemsJson(catalogue.problems, catalogue), problemsJson(catalogue.problems, { ...catalogue, scope })]
    return lists.flatMap((list) => schemaOfList.safeParse(JSON.parse(list)).error?.issues ?? [])
  })

  expect(refused).toEqual([])
  expect(loaded.length).toBeGreaterThan(50)
  expect(
    schemaOfList.safeParse({ ...JSON.parse(problemsJson([], { ...sources(), files: { documents: 0, pictures: 0 } })), errors: -1 }).success,
  ).toBe(false)
})

test('the name of a file in JSON is the same for a program, and nothing of it is for a terminal or a CI runner', () => {
  const file = '\u202Ea##vso[x].yaml'
  const at = { ...problemAt('two words').at, file }

  const text = problemsJson([problemAt('two words', { at })], {
    ...sources(),
    locate: () => ({ file, line: 1, column: 1 }),
    files: { documents: 1, pictures: 2 },
  })

  expect([isHarmful(text), text.includes('##vso[')]).toEqual([false, false])
  expect(JSON.parse(text)).toMatchObject({ problems: [{ at: { file } }] })
})

test('JSON has the start and the end of a place, sanitized', () => {
  const problem = problemAt('two words', {
    message: 'bad \u001B[31m',
    fix: 'Mend \u0007 it.',
    related: { message: 'here', at: problemAt('slug').at },
  })

  const json: unknown = JSON.parse(problemsJson([problem], { ...sources(), files: { documents: 1, pictures: 2 } }))

  expect(json).toEqual({
    format_version: 1,
    documents: 1,
    pictures: 2,
    errors: 0,
    warnings: 1,
    elsewhere: null,
    problems: [
      {
        rule: 'slug-form',
        severity: 'warning',
        message: 'bad ␛[31m',
        fix: 'Mend ␇ it.',
        at: { file: 'shop.yaml', line: 3, column: 16, end: { line: 3, column: 25 } },
        related: { message: 'here', at: { file: 'shop.yaml', line: 2, column: 8, end: { line: 2, column: 12 } } },
      },
    ],
  })
})
