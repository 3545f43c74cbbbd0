import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rulePages } from '../../src/rules/check-rules.ts'
import { problemsText } from '../../src/report/problem-text.ts'
import { plainTheme } from '../../src/report/theme.ts'
import {
  framesFile,
  isFailing,
  isPassing,
  loadScenario,
  scenarioCases,
  scenarioFiles,
  scenarioNames,
  scenarioRoot,
} from '../support/rule-scenarios.ts'
import type { FlatCatalogue } from '../support/written-catalogue.ts'

const sourceRoot = resolve(import.meta.dirname, '../../src')
/** The folders of src that report problems. */
const reporting = ['yaml', 'documents', 'pictures', 'pricing', 'rules', 'catalogue', 'problems']
/** Names of the same form that are not rules. */
const gridFaultKinds = ['forced-without-cell']
const ids = rulePages.map(({ id }) => id)

test('every rule has a failing and a passing scenario, and every scenario a rule', () => {
  const names = scenarioNames()
  const cases = names.flatMap((name) => scenarioCases(name).map((each) => ({ name, each })))
  console.log(`${names.length} rules with a failing and a passing scenario, ${cases.length} cases`)

  const incomplete = ids.filter((id) => !names.includes(id) || !['fails', 'passes'].every((each) => scenarioCases(id).includes(each)))
  const unknown = names.filter((name) => !ids.includes(name))
  const misnamed = cases.filter(({ each }) => !isFailing(each) && !isPassing(each))
  const empty = cases.filter(({ name, each }) => Object.keys(scenarioFiles(name, each)).length === 0)

  expect({ incomplete, unknown, misnamed, empty }).toEqual({ incomplete: [], unknown: [], misnamed: [], empty: [] })
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

function expectFrames(loaded: FlatCatalogue, id: string, name: string): Promise<void> {
  const frames = `${problemsText(loaded.problems, loaded, { theme: plainTheme })}\n`
  return expect(frames).toMatchFileSnapshot(join(scenarioRoot, id, name, framesFile))
}

describe.each(rulePages)('$id', ({ id, severity }) => {
  test.each(scenarioCases(id).filter(isFailing))('%s: reported, at a place in the file', async (name) => {
    const loaded = await loadScenario(id, name)

    const found = loaded.problems.filter(({ rule }) => rule === id)
    expect(found.length).toBeGreaterThan(0)
    await expectFrames(loaded, id, name)
    expect(found.filter((problem) => !severity.split(' or ').includes(problem.severity))).toEqual([])
    expect(found.filter(({ at }) => at.end > Math.max(1, loaded.textOf(at.file).length))).toEqual([])
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
  })

  test.each(scenarioCases(id).filter(isPassing))('%s: no problems', async (name) => {
    const loaded = await loadScenario(id, name)

    expect(loaded.problems).toEqual([])
    await expectFrames(loaded, id, name)
  })
})
