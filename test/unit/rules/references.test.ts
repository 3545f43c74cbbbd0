import { expect, test } from 'vitest'
import { categoryCycles } from '../../../src/rules/category-cycles.ts'
import { groupCycles } from '../../../src/rules/group-cycles.ts'
import { referencesExist } from '../../../src/rules/references-exist.ts'
import { lines, product, record, shop } from './desired-shop.ts'

function category(code: string, ...parents: string[]): ReturnType<typeof record> {
  return record('Cat', { code }, { CatParent: parents.map((parent) => record('CatParent', { cat_code: code, parent_code: parent })) })
}

function group(code: string, parent: string): ReturnType<typeof record> {
  return record('UserGroups', { code, parent_code: parent })
}

function vapRow(sku: string): ReturnType<typeof record> {
  return { ...record('PricingAdvanced', { sku, group_code: 'vap' }), source: { file: 'prices.yaml', start: 3, end: 9 } }
}

test('a category, a parent, a group or a product that is not there is named with what was probably meant', () => {
  const context = shop({
    UserGroups: [group('dealer', ''), group('vip', 'dealers')],
    Cat: [category('tees', '0'), category('socks', 'apparel')],
    Product: [
      product('TEE', {
        ProdCat: [record('ProdCat', { sku: 'TEE', cat_code: 'tee' })],
        ProdAccessGroup: [record('ProdAccessGroup', { sku: 'TEE', group_code: 'delaer' })],
        PricingAdvanced: [record('PricingAdvanced', { sku: 'TEE', group_code: '', start: '0', end: '9999999' })],
      }),
    ],
  })

  const problems = referencesExist.check(context)

  expect(lines(problems)).toEqual([
    'vip dealers | error: vip names the customer group "dealers", which the catalogue does not have',
    'socks apparel | error: socks names the category "apparel", which the catalogue does not have',
    'TEE tee | error: TEE names the category "tee", which the catalogue does not have',
    'TEE delaer | error: TEE names the customer group "delaer", which the catalogue does not have',
  ])
  expect(problems.map(({ fix }) => fix)).toEqual([
    'Did you mean "dealer"? If not, add it under `groups`.',
    'Add it under `categories`, or take it out here.',
    'Did you mean "tees"? If not, add it under `categories`.',
    'Did you mean "dealer"? If not, add it under `groups`.',
  ])
})

test('what the catalogue does not manage at all may be in the store', () => {
  const rows = { ProdCat: [record('ProdCat', { sku: 'TEE', cat_code: 'tees' })] }

  const problems = referencesExist.check(shop({ Product: [product('TEE', rows)] }))

  expect(problems).toEqual([])
})

test('one row of a price list that two products use is one problem', () => {
  const products = ['A', 'B', 'C'].map((sku) => product(sku, { PricingAdvanced: [vapRow(sku)] }))

  const problems = referencesExist.check(shop({ UserGroups: [group('vip', '')], Product: products }))

  expect(lines(problems)).toEqual([
    'prices.yaml | error: A names the customer group "vap", which the catalogue does not have (and so for 2 more)',
  ])
})

test('a circle of categories is shown as a path, at the parent that closes it', () => {
  const problems = categoryCycles.check(
    shop({ Cat: [category('a', '0'), category('b', 'a', 'd'), category('c', 'b'), category('d', 'c'), category('own', 'own')] }),
  )

  expect(lines(problems)).toEqual([
    'c b | error: category c stands below itself: b > d > c > b',
    'own own | error: category own stands below itself: own > own',
  ])
})

test('several parents are no circle, and a chain of 20,000 categories is walked', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => category(`c${index}`, `c${index + 1}`))

  const problems = categoryCycles.check(shop({ Cat: [category('x', 'c0', 'c5'), ...chain] }))

  expect(problems).toEqual([])
})

test('a circle of groups is shown as a path', () => {
  const problems = groupCycles.check(shop({ UserGroups: [group('dealer', 'vip'), group('vip', 'dealer'), group('staff', '')] }))

  expect(lines(problems)).toEqual(['vip dealer | error: customer group vip is its own sub-group: dealer > vip > dealer'])
})
