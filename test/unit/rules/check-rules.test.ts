import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { checkRules, rules } from '../../../src/rules/check-rules.ts'
import { product, record, shop } from './desired-shop.ts'

const folder = resolve(import.meta.dirname, '../../../src/rules')

test('every rule has an id of its own, which is the name of its file, and a sentence', () => {
  const ids = rules.map(({ id }) => id)

  expect(ids.filter((id) => !existsSync(resolve(folder, `${id}.ts`)))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(rules.filter(({ doc }) => !doc.endsWith('.'))).toEqual([])
  expect(ids.length).toBeGreaterThanOrEqual(14)
})

test('problems carry the id of their rule, and a sound catalogue has none', () => {
  const cat = record('Cat', { code: 'a' }, { CatParent: [record('CatParent', { cat_code: 'a', parent_code: 'b' })] })

  expect(checkRules(shop({ Cat: [cat] })).map(({ rule }) => rule)).toEqual(['references-exist'])
  expect(checkRules(shop({ Product: [product('A')] }))).toEqual([])
})
