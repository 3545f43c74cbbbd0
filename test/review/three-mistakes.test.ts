import { expect, test } from 'vitest'
import type { Plan } from '../../src/plan/plan.ts'
import { noThumbnails } from '../../src/report/html/data/thumbnail.ts'
import { htmlReport } from '../../src/report/html/html-report.ts'
import { planMarkdown } from '../../src/report/markdown/plan-markdown.ts'
import { planText } from '../../src/report/plan-text.ts'
import { plainTheme } from '../../src/report/theme.ts'
import { planView } from '../../src/report/view/plan-view.ts'
import { listedPlan } from '../support/listed-plan.ts'
import { change, planOf, rootRecord } from '../support/sample-plan.ts'
import { startReviewing } from '../support/start-review.ts'

/** Rows of a terminal, and of a comment before a reader scrolls. */
const screenRows = 45

const slips = [
  { at: 77, factor: 100 },
  { at: 444, factor: 2, group: 'dealer' },
]

const prices = listedPlan({
  products: 998,
  lists: 3,
  slips: [
    { at: 77, factor: 100 },
    { at: 444, factor: 1.212, group: 'dealer', own: true },
  ],
})

const gone = rootRecord('Product', 'GONE', 'Best seller')

/** Mistakes of three kinds among a thousand changes. */
const ofThreeKinds: Plan = planOf(
  [...prices.changes, change({ address: gone.address, root: gone, resource: 'Product', action: 'remove', key: { sku: 'GONE' } })],
  { hazards: prices.hazards, base: 'state' },
)

/** Three products of one price list of a thousand. */
const ofOneList = listedPlan({ products: 1000, lists: 1, slips: [...slips, { at: 901, factor: 1 / 3, currency: 'EUR' }] })

const cases = [
  { name: 'of three kinds', plan: ofThreeKinds, mistakes: ['SKU-77', 'SKU-444', 'GONE'] },
  { name: 'in one price list', plan: ofOneList, mistakes: ['SKU-77', 'SKU-444', 'SKU-901'] },
] as const

test.each(cases)(
  'without a key, three mistakes $name among 1,000 changes are on the first screen of the review',
  async ({ plan, mistakes }) => {
    const seen = await Promise.all(
      [80, 160].map(async (columns) => {
        const { terminal } = await startReviewing(columns, screenRows, { plan })
        const screen = terminal.screen()
        return mistakes.filter((name) => screen.includes(name))
      }),
    )

    expect(seen).toEqual([mistakes, mistakes])
  },
)

test.each(cases)('three mistakes $name are on the first screen of the text, the comment and the page', ({ plan, mistakes }) => {
  const texts = {
    text: firstRows(planText(planView(plan), plainTheme, { width: 120, verbose: false })),
    markdown: firstRows(planMarkdown(plan, { maxBytes: 65_000, folder: '' })).replace(/<details>[^]*/, ''),
    page: overviewOf([...htmlReport(planView(plan), noThumbnails(''))].join('')),
  }

  const seen = Object.entries(texts).map(([renderer, text]) => [renderer, mistakes.filter((name) => text.includes(name))])

  expect(seen).toEqual(Object.keys(texts).map((renderer) => [renderer, mistakes]))
})

function firstRows(text: string): string {
  return text.split('\n').slice(0, screenRows).join('\n')
}

/** What a browser shows of a page first: its findings; test/browser measures that they are within a window. */
function overviewOf(page: string): string {
  return /<ol class="findings">([^]*?)<\/ol>/.exec(page)?.[1] ?? ''
}
