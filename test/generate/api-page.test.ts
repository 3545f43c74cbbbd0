import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assumptionList } from '../../src/emulator/assumptions/assumption-list.ts'
import { switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { resources } from '../../src/resources/registry.ts'
import { countsOf, coverage } from '../contract/coverage.ts'
import { documentFields } from '../contract/proofs/fields.ts'
import { readStatements } from '../contract/platform-statements.ts'
import { apiPage } from './api-page.ts'

const page = join(import.meta.dirname, '../../docs/api.md')

test('docs/api.md is what the proofs make; `npm run generate` writes it', () => {
  expect(readFileSync(page, 'utf8')).toBe(apiPage())
})

test('everything that platform.md says has a test in every profile, or a row of the assumptions', () => {
  const { statements, fields, assumed, profiles } = countsOf(coverage())

  console.log(
    `docs/api.md: ${statements} statements of platform.md, ${fields} of them fields; ${assumed} open and assumed; ` +
      profiles.map(({ profile, proved }) => `${proved} proved in ${profile}`).join(', '),
  )
  expect(profiles.flatMap(({ bare }) => bare)).toEqual([])
  expect([statements, fields]).toEqual([393, 235])
})

test('a statement that nothing stands behind is counted as bare', () => {
  const [first] = coverage()

  const { profiles } = countsOf(first ? [{ ...first, proofs: [], assumptions: [], background: null }] : [])

  expect(profiles.map(({ bare }) => bare)).toEqual(profiles.map(() => [first?.statement.text]))
})

test('every field that we declare stands in platform.md, or names the row of assumptions.md that it rests on', () => {
  const declared = resources.flatMap(({ name, node, fields }) =>
    Object.entries(fields).map(([field, { assumed }]) => ({ names: [name, node], field, assumed })),
  )

  const strays = declared.filter(
    ({ names, field, assumed }) => assumed === undefined && !names.some((name) => documentFields.includes(`${name}.${field}`)),
  )

  expect(strays.map(({ names, field }) => `${names[0]}.${field}`)).toEqual([])
  expect(declared.length).toBeGreaterThan(240)
})

test('every assumption quotes words that stand in platform.md', () => {
  const said = readStatements().map(({ text }) => text.replace(/`/g, ''))

  const strays = assumptionList(switchesWith()).filter(({ quote }) => !said.some((text) => text.includes(quote.replace(/`/g, ''))))

  expect(strays.map(({ id, quote }) => `${id}: ${quote}`)).toEqual([])
})
