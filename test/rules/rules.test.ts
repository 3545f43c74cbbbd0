import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rulePages } from '../../src/rules/rule-pages.ts'
import { problemsText } from '../../src/report/problem-text.ts'
import { plainTheme } from '../../src/report/theme.ts'
import { framesFile, loadScenario, scenarioFiles, scenarioNames, scenarioRoot } from '../support/rule-scenarios.ts'

const sourceRoot = resolve(import.meta.dirname, '../../src')
/** The folders of src that report problems. */
const reporting = ['yaml', 'documents', 'pictures', 'pricing', 'rules', 'catalogue']
/** Words for other things of the same form. */
const gridFaultKinds = ['forced-without-cell']
const ids = rulePages.map(({ id }) => id)

test('every rule has a failing and a passing scenario, and every scenario a rule', () => {
  const names = scenarioNames()
  console.log(`${names.length} rules with a failing and a passing scenario`)

  const bare = ids.filter((id) =>
    [scenarioFiles(id, 'fails'), scenarioFiles(id, 'passes')].some((files) => Object.keys(files).length === 0),
  )
  const strange = names.filter((name) => !ids.includes(name))
  const others = names.flatMap((name) => readdirSync(join(scenarioRoot, name)).filter((kind) => kind !== 'fails' && kind !== 'passes'))

  expect({ bare, strange, others }).toEqual({ bare: [], strange: [], others: [] })
  expect(names.length).toBeGreaterThanOrEqual(80)
})

test('every rule that the source names has a page', () => {
  const sources = reporting.flatMap((folder) =>
    readdirSync(join(sourceRoot, folder), { recursive: true, encoding: 'utf8' }).flatMap((file) =>
      file.endsWith('.ts') ? [join(folder, file)] : [],
    ),
  )
  const named = sources.flatMap((file) =>
    [...readFileSync(join(sourceRoot, file), 'utf8').matchAll(/\b(?:rule|kind): '([a-z]+(?:-[a-z0-9]+)+)'/g)].map(([, id]) => id ?? ''),
  )

  expect([...new Set(named)].filter((id) => !ids.includes(id) && !gridFaultKinds.includes(id))).toEqual([])
  expect(named.length).toBeGreaterThan(60)
})

describe.each(rulePages)('$id', ({ id, severity }) => {
  test('is found where it is broken, with a frame in the file', async () => {
    expect(Object.keys(scenarioFiles(id, 'fails'))).not.toEqual([])
    const loaded = await loadScenario(id, 'fails')

    const found = loaded.problems.filter(({ rule }) => rule === id)
    expect(found.length).toBeGreaterThan(0)
    await expect(`${problemsText(loaded.problems, loaded, { theme: plainTheme })}\n`).toMatchFileSnapshot(
      join(scenarioRoot, id, 'fails', framesFile),
    )
    expect(found.filter((problem) => !severity.split(' or ').includes(problem.severity))).toEqual([])
    expect(found.filter(({ at }) => at.end > Math.max(1, loaded.textOf(at.file).length))).toEqual([])
  })

  test('is silent where it holds', async () => {
    expect(Object.keys(scenarioFiles(id, 'passes'))).not.toEqual([])
    const loaded = await loadScenario(id, 'passes')

    expect(loaded.problems).toEqual([])
    await expect(`${problemsText(loaded.problems, loaded, { theme: plainTheme })}\n`).toMatchFileSnapshot(
      join(scenarioRoot, id, 'passes', framesFile),
    )
  })
})
