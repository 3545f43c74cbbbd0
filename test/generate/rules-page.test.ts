import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rulePages } from '../../src/rules/check-rules.ts'
import { indexPath, rulesPages } from './rules-page.ts'

const root = resolve(import.meta.dirname, '../..')

test('docs/rules.md and each page in docs/rules/ is what the code generates; `npm run generate` writes them', () => {
  const pages = rulesPages()

  const outdated = [...pages].filter(([path, text]) => readFileSync(join(root, path), 'utf8') !== text).map(([path]) => path)

  expect(outdated).toEqual([])
  expect(pages.size).toBe(rulePages.length + 1)
  expect(pages.size).toBeGreaterThanOrEqual(80)
})

test('there is no page without a rule', () => {
  const files = readdirSync(join(root, 'docs/rules'))

  expect(files.toSorted()).toEqual(rulePages.map(({ id }) => `${id}.md`).toSorted())
})

test('the index lists every rule once, by its topic', () => {
  const index = rulesPages().get(indexPath) ?? ''

  const listed = Array.from(
    index.matchAll(/^- \[(\S+)\]\(rules\/\1\.md\) \((?:error|warning|error or warning)\): \S.*[.!?`)]$/gm),
    ([, id = '']) => id,
  )

  expect(listed.toSorted()).toEqual(rulePages.map(({ id }) => id).toSorted())
})

test('each rule has a sentence, a reason and a fix', () => {
  const incomplete = rulePages.filter(({ doc, why, fix }) =>
    [doc, why, fix].some((text) => !/[.!?`)"']$/.test(text.trim()) || text.length < 20),
  )

  expect(incomplete.map(({ id }) => id)).toEqual([])
})
