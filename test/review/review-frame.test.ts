import { expect, test } from 'vitest'
import { planView } from '../../src/report/view/plan-view.ts'
import { boundsOf, reviewFrame } from '../../src/review/review-frame.ts'
import { pressKey } from '../../src/review/review-keys.ts'
import { reviewModel } from '../../src/review/review-model.ts'
import { startReview } from '../../src/review/review-state.ts'
import { visitsOf } from '../support/count-visits.ts'
import { change, field, planOf, rootRecord } from '../support/sample-plan.ts'

test('of 20,000 rows, a key and its frame read only those in the window', () => {
  const changes = Array.from({ length: 20_000 }, (_, index) =>
    change({
      address: `product.S${index}`,
      root: rootRecord('Product', `S${index}`),
      resource: 'Product',
      action: 'update',
      fields: [field('weight', '1', '2')],
    }),
  )
  const view = planView(planOf(changes))
  let looked = 0
  const roots = new Proxy(view.roots, {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1
      return Reflect.get(target, name, receiver)
    },
  })
  const model = reviewModel({ ...view, roots }, { confirmWord: 'yes' })
  const size = { columns: 160, rows: 45 }
  const bounds = boundsOf(model, size)
  const started = ['return', 't'].reduce((now, key) => pressKey(now, key, bounds), startReview(bounds))
  const before = looked

  const state = ['j', 'pagedown', 'end', 'k'].reduce((now, key) => pressKey(now, key, bounds), started)
  const frame = reviewFrame(state, model, size)

  expect(state.cursor).toBe(19_998)
  expect(frame.boxes[0]?.length).toBe(43)
  expect(looked - before).toBeGreaterThan(30)
  expect(looked - before).toBeLessThan(150)
})

test('what a key and its frame visit does not grow with the records of the groups on the screen', () => {
  const size = { columns: 160, rows: 45 }
  const make = (count: number) => {
    const changes = Array.from({ length: count }, (_, index) => {
      const [resource, name] = index % 2 === 0 ? (['Product', 'product'] as const) : (['Cat', 'category'] as const)
      return change({ address: `${name}.S${index}`, root: rootRecord(resource, `S${index}`), resource, action: 'create' })
    })
    const model = reviewModel(planView(planOf(changes)), { confirmWord: 'yes' })
    const bounds = boundsOf(model, size)
    const state = ['return', 't', 't', 't', 'g', ' ', 'j'].reduce((now, key) => pressKey(now, key, bounds), startReview(bounds))
    reviewFrame(state, model, size)
    return { model, bounds, state }
  }

  const { few, growth } = visitsOf(make, ({ model, bounds, state }) => reviewFrame(pressKey(state, 'k', bounds), model, size))

  expect(few).toBeGreaterThan(50)
  expect(growth).toBeLessThan(1.5)
})

test.each([40, 60, 80])('a record that is skipped is marked in a window of %i columns, whatever its title', (columns) => {
  const title = 'A very long name of a product that fills the row of every list'
  const model = reviewModel(
    planView(
      planOf([change({ address: 'product.MUG', root: rootRecord('Product', 'MUG', title), resource: 'Product', action: 'create' })]),
    ),
    { confirmWord: 'yes' },
  )
  const size = { columns, rows: 15 }
  const bounds = boundsOf(model, size)
  const state = ['return', 't', ' '].reduce((now, key) => pressKey(now, key, bounds), startReview(bounds))

  const { boxes } = reviewFrame(state, model, size)

  expect(state.skipped.size).toBe(1)
  const text = boxes[0]?.map((line) => line.map((span) => span.text).join('')).join('\n')
  expect(text).toMatch(/MUG.* skipped/)
})
