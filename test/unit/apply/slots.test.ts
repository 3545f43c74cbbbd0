import { expect, test } from 'vitest'
import { openSlots } from '../../../src/apply/slots.ts'

test('slots follow their number: none is taken back, and who waits gets one when there are enough', async () => {
  let size = 2
  const slots = openSlots(() => size)
  const taken: string[] = []
  const acquire = (name: string): Promise<void> => Promise.resolve(slots.acquire('write')).then(() => void taken.push(name))
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
  expect(slots.isFree('write')).toBe(true)
})

test('a request with records starts only where its own number allows it, uploads included; uploads go on meanwhile', async () => {
  const slots = openSlots((kind) => (kind === 'upload' ? 3 : 1))
  await slots.acquire('upload')

  const free = [slots.isFree('write'), slots.isFree('upload')]
  const write = slots.acquire('write')
  slots.release()
  await write

  expect(free).toEqual([false, true])
  expect([slots.isFree('write'), slots.isFree('upload')]).toEqual([false, true])
})
