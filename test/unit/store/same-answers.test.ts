import { expect, test } from 'vitest'
import { compareInOrder } from '../../../src/store/same-answers.ts'

/** Two pages that were requested at once, and a count that was requested after both. */
const known = [
  { name: 'products', after: 0, ended: 1 },
  { name: 'categories', after: 0, ended: 0 },
  { name: 'count', after: 2, ended: 2 },
]

/** Lets everything happen that waits for nothing else. */
const settle = (): Promise<void> =>
  new Promise((done) => {
    setImmediate(done)
  })

test('an answer is requested when those are compared that had ended before it', async () => {
  const sent = new Map<string, (isSame: boolean) => void>()
  const areSame = compareInOrder(known, ({ name }) => new Promise((answer) => sent.set(name, answer)))

  await settle()
  const first = [...sent.keys()]
  sent.get('products')?.(true)
  await settle()
  const second = [...sent.keys()]
  sent.get('categories')?.(true)
  await settle()
  const third = [...sent.keys()]
  sent.get('count')?.(true)

  expect([first, second, third]).toEqual([
    ['products', 'categories'],
    ['products', 'categories'],
    ['products', 'categories', 'count'],
  ])
  expect(await areSame).toBe(true)
})

test('after an answer that is another one, nothing is requested any more', async () => {
  const sent: string[] = []

  const areSame = await compareInOrder(known, ({ name }) => {
    sent.push(name)
    return Promise.resolve(name !== 'categories')
  })

  expect(areSame).toBe(false)
  expect(sent).toEqual(['products', 'categories'])
})
