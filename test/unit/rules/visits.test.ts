import { describe, expect, test } from 'vitest'
import type { CodeIndex } from '../../../src/rules/code-index.ts'
import { identifiersUnique } from '../../../src/rules/identifiers-unique.ts'
import { keysDifferOnlyByCase } from '../../../src/rules/keys-differ-only-by-case.ts'
import { knownCodes } from '../../../src/rules/known-codes.ts'
import { gatherFacts, type ProductFacts } from '../../../src/rules/product-facts.ts'
import { referencesExist } from '../../../src/rules/references-exist.ts'
import type { Rule } from '../../../src/rules/rule.ts'
import { slugsUnique } from '../../../src/rules/slugs-unique.ts'
import { openSuggestions } from '../../../src/rules/suggestions.ts'
import { uniqueCodes } from '../../../src/rules/unique-codes.ts'
import { variantCodeIsSku } from '../../../src/rules/variant-code-is-sku.ts'
import type { Desired, DesiredRecord } from '../../../src/records/desired.ts'
import { product, record } from './desired-shop.ts'

const few = 400
const many = 4_000
/** Visits may grow by this much while the catalogue grows tenfold. */
const mostGrowth = 11

interface Counter {
  visits: number
}

/** The same value, each read of a property counted. */
function counted<T extends object>(value: T, counter: Counter): T {
  return new Proxy(value, {
    get: (target, name): unknown => {
      counter.visits += 1
      return Reflect.get(target, name)
    },
  })
}

function countedRecord(each: DesiredRecord, counter: Counter): DesiredRecord {
  const children = Object.fromEntries(
    Object.entries(each.children).map(([name, rows]) => [name, rows.map((row) => countedRecord(row, counter))]),
  )
  return { ...each, fields: counted(each.fields, counter), children }
}

function countedIndex(index: CodeIndex, counter: Counter): CodeIndex {
  return {
    ...index,
    *alike() {
      for (const uses of index.alike()) yield uses.map((use) => counted(use, counter))
    },
  }
}

function countedFacts(facts: ProductFacts, counter: Counter): ProductFacts {
  const { codes, slugs, gtins, productIds, variantIds } = facts
  const indexes = Object.entries({ codes, slugs, gtins, productIds, variantIds }).map(([name, index]) => [
    name,
    countedIndex(index, counter),
  ])
  return { ...facts, ...Object.fromEntries(indexes) }
}

/** What a rule visits of a catalogue while facts are collected and the rule is checked, and how many problems it reports. */
function visit(rule: Rule, roots: Desired['roots']): { readonly visits: number; readonly problems: number } {
  const counter: Counter = { visits: 0 }
  const own = Object.fromEntries(
    Object.entries(roots).map(([name, records]) => [name, records.map((each) => countedRecord(each, counter))]),
  )
  const gathering = gatherFacts(new Set())
  for (const each of [...(own['Cat'] ?? []), ...(own['Product'] ?? [])]) gathering.add(each)
  const problems = rule.check({
    desired: { roots: own, files: [] },
    known: knownCodes(own),
    facts: countedFacts(gathering.facts, counter),
    pictures: new Map(),
    rawGrids: new Set(),
  })
  return { visits: counter.visits, problems: problems.length }
}

/** So many records, each made from its number. */
function times(count: number, make: (number: number) => DesiredRecord): DesiredRecord[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

function withFields(each: DesiredRecord, fields: Readonly<Record<string, string>>): DesiredRecord {
  return { ...each, fields: { ...each.fields, ...fields } }
}

function placed(number: number, category: string): DesiredRecord {
  return product(`P${number}`, { ProdCat: [record('ProdCat', { sku: `P${number}`, cat_code: category })] })
}

function variantOf(number: number, code: string): DesiredRecord {
  return product(`P${number}`, { Variants: [record('Variants', { code, sku: `P${number}` })] })
}

const categories = (count: number): DesiredRecord[] => times(count, (number) => record('Cat', { code: `c${number}`, slug: `s${number}` }))

/** Catalogues of a size, and the number of problems that the rule reports. */
const catalogues: readonly {
  readonly rule: Rule
  readonly what: string
  readonly make: (count: number) => Desired['roots']
  readonly reported: (count: number) => number
}[] = [
  {
    rule: slugsUnique,
    what: 'a slug for each',
    make: (count) => ({ Cat: categories(count), Product: times(count, (n) => withFields(product(`P${n}`), { slug: `p${n}` })) }),
    reported: () => 0,
  },
  {
    rule: slugsUnique,
    what: 'one slug for all',
    make: (count) => ({ Product: times(count, (n) => withFields(product(`P${n}`), { slug: 'tee' })) }),
    reported: (count) => count - 1,
  },
  {
    rule: uniqueCodes,
    what: 'a code for each',
    make: (count) => ({ Product: times(count, (n) => variantOf(n, `V${n}`)) }),
    reported: () => 0,
  },
  {
    rule: uniqueCodes,
    what: 'one code for all',
    make: (count) => ({ Product: times(count, (n) => variantOf(n, 'V')) }),
    reported: (count) => count - 1,
  },
  {
    rule: keysDifferOnlyByCase,
    what: 'categories and variants in pairs',
    make: (count) => ({
      Cat: times(count, (n) => record('Cat', { code: n % 2 === 0 ? `c${n}` : `C${n - 1}` })),
      Product: times(count, (n) => variantOf(n, n % 2 === 0 ? `v${n}` : `V${n - 1}`)),
    }),
    reported: (count) => count,
  },
  {
    rule: keysDifferOnlyByCase,
    what: 'two spellings of one code',
    make: (count) => ({ Product: times(count, (n) => variantOf(n, n % 2 === 0 ? 'v' : 'V')) }),
    reported: (count) => count / 2,
  },
  {
    rule: variantCodeIsSku,
    what: 'variants with the sku of one product',
    make: (count) => ({ Product: [...times(count, (n) => variantOf(n, 'TEE')), product('TEE')] }),
    reported: (count) => count,
  },
  {
    rule: identifiersUnique,
    what: 'one gtin for all',
    make: (count) => ({ Product: times(count, (n) => withFields(product(`P${n}`), { gtin: '40063812' })) }),
    reported: (count) => count - 1,
  },
  {
    rule: referencesExist,
    what: 'a known category for each product',
    make: (count) => ({ Cat: categories(count), Product: times(count, (n) => placed(n, `c${n}`)) }),
    reported: () => 0,
  },
  {
    rule: referencesExist,
    what: 'an unknown category for each product',
    make: (count) => ({ Cat: categories(few), Product: times(count, (n) => placed(n, `d${n}`)) }),
    reported: (count) => count,
  },
]

describe('visits grow no faster than the catalogue', () => {
  test.each(catalogues.map((each) => [each.rule.id, each.what, each] as const))('%s: %s', (_id, _what, { rule, make, reported }) => {
    const small = visit(rule, make(few))
    const large = visit(rule, make(many))

    console.log(`${few} records: ${small.visits} visits, ${many} records: ${large.visits} visits`)
    expect([small.problems, large.problems]).toEqual([reported(few), reported(many)])
    expect(small.visits).toBeGreaterThanOrEqual(few)
    expect(large.visits).toBeLessThanOrEqual(small.visits * mostGrowth)
  })
})

test('unknown words are compared with all known words 500 times at most', () => {
  const known = Array.from({ length: many }, (_, number) => `category-${number}`)
  let compared = 0
  const words: Iterable<string> = {
    *[Symbol.iterator]() {
      for (const word of known) {
        compared += 1
        yield word
      }
    },
  }
  const nearest = openSuggestions(() => words)

  const found = [...known, ...known].map((word) => nearest(`${word}x`))

  expect(compared).toBe(500 * many)
  expect(found.filter((word) => word !== undefined).length).toBe(1_000)
})
