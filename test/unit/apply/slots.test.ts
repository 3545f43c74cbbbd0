import { expect, test } from 'vitest'
import { openSlots } from '../../../src/apply/slots.ts'

test('slots follow their number: none is taken back, and who waits gets one when there are enough', async () => {
  let size = 2
  const slots = openSlots(() => size)
  const taken: string[] = []
  const acquire = (name: string): Promise<void> => slots.acquire().then(() => void taken.push(name))
  await Promise.all([acquire('a'), acquire('b')])
  const waiting = [acquire('c'), acquire('d')]

  size = 1
  slots.release()
  await Promise.resolve()
  const afterOne = [...taken]
  slots.release()
  await waiting[0]
  size = 2
  slots.release()
  await waiting[1]

  expect(afterOne).toEqual(['a', 'b'])
  expect(taken).toEqual(['a', 'b', 'c', 'd'])
  expect(slots.isFree()).toBe(true)
})
