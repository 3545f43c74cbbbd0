import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, GridChange } from '../../../../src/diff/change.ts'
import type { Plan } from '../../../../src/plan/plan.ts'
import { commentBytes, leastBytes } from '../../../../src/report/markdown/byte-limits.ts'
import { planMarkdown } from '../../../../src/report/markdown/plan-markdown.ts'
import { anyChanges } from '../../../support/any-changes.ts'
import { listedPlan } from '../../../support/listed-plan.ts'
import { outsideCode } from '../../../support/markdown-outside-code.ts'
import { change, field, movedGrid, planOf, rootRecord, row, samplePlan, updatedProduct } from '../../../support/sample-plan.ts'

function markdownOf(plan: Plan, maxBytes = commentBytes): string {
  return planMarkdown(plan, { maxBytes, folder: 'shops/north' })
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}

/** Removed records, rows that are removed from others, and the groups and currencies that leave a grid. */
function removalsOf(changes: readonly Change[]): number {
  const rooted = changes.filter((each) => each.kind !== 'file')
  const removed = rooted.filter(({ action }) => action === 'remove')
  const roots = new Set(removed.filter(({ address, root }) => address === root.address).map(({ address }) => address))
  const others = rooted.filter(({ root }) => !roots.has(root.address))
  const columns = others.flatMap((each) => (each.kind === 'grid' && each.action === 'update' ? columnsLostBy(each) : []))
  return roots.size + removed.filter(({ root }) => !roots.has(root.address)).length + columns.length
}

function columnsLostBy({ grid: { before, after, ownerRemoved } }: GridChange): readonly string[] {
  const [had, has] = [before, after].map((rows) => new Set(rows.map(({ group_code, currency_code }) => `${group_code}/${currency_code}`)))
  return after.length === 0 || ownerRemoved ? [] : [...(had ?? [])].filter((column) => !has?.has(column))
}

test('a plan in Markdown', async () => {
  await expect(markdownOf(samplePlan)).toMatchFileSnapshot('sample-plan.md')
})

test('a row that another one replaces is removed by name, with what replaces it', () => {
  const root = rootRecord('Product', 'TEE', 'Tee')
  const attribute = (action: 'create' | 'remove', label: string, value: string): Change => {
    const [before, after] = action === 'remove' ? [value, null] : [null, value]
    const address = `product.TEE/attribute.${label}`
    return change({
      address,
      root,
      action,
      resource: 'ProductAttributes',
      key: { sku: 'TEE', label },
      fields: [field('value', before, after)],
    })
  }

  const markdown = markdownOf(
    planOf([attribute('remove', 'Colour', 'Red'), attribute('create', 'Color', 'Red'), attribute('remove', 'Fit', 'Loose')]),
  )

  expect(/#### Removed[^<]*/.exec(markdown)?.[0].trimEnd()).toMatchInlineSnapshot(`
    "#### Removed (2)

    - \`attribute Colour\` of \`product TEE\`, replaced by \`Color\`
    - \`attribute Fit\` of \`product TEE\`"
  `)
})

test('a group or a forced currency that leaves a grid is among what is removed', () => {
  const [everybody, dealer, euro] = [
    row(1, 9, '8'),
    row(1, 9, { price: '7', group_code: 'dealer' }),
    row(1, 9, { price: '9', currency_code: 'EUR' }),
  ]
  const fewer = movedGrid({ sku: 'TEE', way: 'single-rows', before: [everybody, dealer, euro], after: [everybody] })

  const markdown = markdownOf(planOf([fewer]))

  expect(/#### Removed[^<]*/.exec(markdown)?.[0].trimEnd()).toMatchInlineSnapshot(`
    "#### Removed (2)

    - \`prices TEE of group dealer\` of \`product TEE\`
    - \`prices TEE forced in EUR for the default group\` of \`product TEE\`"
  `)
})

const wild = [
  '@octocat',
  '#12',
  'https://evil.example',
  '</details>',
  '<details>',
  '```',
  '``',
  '`',
  '~~~',
  '<img src=x onerror=evil()>',
  '|',
  '\n\n# evil\n\n',
  '-->',
  '<!-- evil',
  '[evil](x)',
  '\\',
  ' ',
]
const wildText = fc.array(fc.constantFrom(...wild), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))

/** The same changes with other texts in every place where a catalogue or a store has a text. */
function withTexts(changes: readonly Change[], text: string): readonly Change[] {
  const names = new Set(['kind', 'action', 'resource', 'way', 'owner', 'field', 'origin', 'start', 'end', 'address'])
  const replaced = JSON.stringify(changes, (name, value: unknown) =>
    typeof value === 'string' && value !== '' && !names.has(name) && Number.isNaN(Number(value)) ? `${value}${text}` : value,
  )
  return JSON.parse(replaced)
}

test('law: Markdown of any plan is within its budget, its folds are balanced, every removal is shown or counted, and texts are harmless', () => {
  let removals = 0
  fc.assert(
    fc.property(anyChanges, wildText, fc.integer({ min: leastBytes, max: 20_000 }), (changes, text, maxBytes) => {
      const markdown = markdownOf(planOf(withTexts(changes, text), { notices: [text] }), maxBytes)

      const plain = outsideCode(markdown)
      const [, told = '0'] = /#### Removed \(([\d,]+)\)/.exec(plain) ?? []
      removals += Number(told)

      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes)
      expect(countOf(plain, '<details>')).toBe(countOf(plain, '</details>'))
      expect(Number(told)).toBe(removalsOf(changes))
      expect(plain).not.toMatch(/@|evil|octocat|#12|unended|\]\(|onerror/)
      expect(markdown.split('\n')[0]).toMatch(/^<!-- planogram:plan store=\S+ folder=shops%2Fnorth hash=\S+ -->$/)
    }),
    { numRuns: 200 },
  )
  expect(removals).toBeGreaterThan(50)
})

test('texts of causes are harmless within any budget, the causes that are shown whole and those on one line', () => {
  const text = '<p>@octocat</p><script>evil()</script></details>'
  const changes = Array.from({ length: 120 }, (_, index) =>
    updatedProduct(`P-${index}`, [field('title', 'a', `${text}${Math.floor(index / 3)}`), field('comment', null, text.repeat(index % 9))]),
  )
  const plan = planOf(changes, { notices: [text] })
  const budgets = Array.from({ length: 20 }, (_, index) => leastBytes + index * 3011)

  const plain = budgets.map((maxBytes) => outsideCode(markdownOf(plan, maxBytes)))

  expect(plain.filter((each) => /evil|octocat|script|unended/.test(each))).toEqual([])
  expect(plain.filter((each) => countOf(each, '<details>') !== countOf(each, '</details>'))).toEqual([])
})

test.each([leastBytes, commentBytes, 1_000_000])('thousands of removals and edits fit into %i bytes, and are counted', (maxBytes) => {
  const changes = Array.from({ length: 6000 }, (_, index) => {
    const root = rootRecord('Product', `P-${index}`, `Product ${index}`)
    const action = index % 2 === 0 ? 'remove' : 'update'
    return change({
      address: root.address,
      root,
      resource: 'Product',
      action,
      key: { sku: root.key },
      fields: [field('title', 'a', `b${index}`)],
    })
  })

  const markdown = markdownOf(planOf(changes), maxBytes)

  const [, below = ''] = markdown.split('#### Removed (3,000)\n')
  const [list = ''] = below.split('\n#### ')
  const [, hidden = '0'] = /and ([\d,]+) more/.exec(list) ?? []
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes)
  expect(countOf(list, '- `') + Number(hidden.replaceAll(',', ''))).toBe(3000)
})

test.each([
  [10_000, 'a hundred times as much', { factor: 100 }],
  [1000, 'twice as much for one group', { factor: 2, group: 'dealer' }],
  [1000, 'a fifth more for one group, in a grid of its own', { factor: 1.212, group: 'dealer', own: true }],
  [1000, 'a third in one currency', { factor: 1 / 3, currency: 'EUR' }],
])('of %i products, the one whose price becomes %s is before the first fold', (products, _, slip) => {
  const markdown = markdownOf(listedPlan({ products, lists: 3, slips: [{ at: 777, ...slip }] }))

  const [first = ''] = markdown.split('<details>')

  expect(first).toContain('SKU-777')
})
