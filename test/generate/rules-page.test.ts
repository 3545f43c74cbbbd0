import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rulePages } from '../../src/rules/rule-pages.ts'
import { rulesPage } from './rules-page.ts'

const page = resolve(import.meta.dirname, '../../docs/rules.md')

test('docs/rules.md is what the code makes; `npm run generate` writes it', () => {
  expect(readFileSync(page, 'utf8')).toBe(rulesPage())
})

test('each rule has a sentence, a reason with its source, and what to do', () => {
  const silent = rulePages.filter(({ doc, why, mend }) =>
    [doc, why, mend].some((text) => !/[.!?`)"']$/.test(text.trim()) || text.length < 20),
  )
  const sections = rulesPage().match(/^### (\S+)$/gm) ?? []

  expect(silent.map(({ id }) => id)).toEqual([])
  expect(sections).toEqual(rulePages.map(({ id }) => `### ${id}`))
  expect(sections.length).toBeGreaterThanOrEqual(80)
})
