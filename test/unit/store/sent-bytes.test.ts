import { once } from 'node:events'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { watchSentBytes } from '../../../src/store/sent-bytes.ts'

const address = { protocol: 'https:', hostname: 'store.example', port: '443' }

test('of a connection with HTTP/2 it is not known what was sent, until it is closed', async () => {
  const socket = Object.assign(new Socket(), { alpnProtocol: 'h2' })
  const { connect, isSent } = watchSentBytes((_, callback) => callback(null, socket))
  const before = isSent()
  connect(address, () => undefined)
  const open = isSent()

  socket.destroy()
  await once(socket, 'close')

  expect([before, open, isSent()]).toEqual([true, false, true])
})

test('a connection that fails is reported, and not watched', () => {
  const failure = new Error('refused')
  const { connect, isSent } = watchSentBytes((_, callback) => callback(failure, null))
  const seen: unknown[] = []

  connect(address, (...ended) => seen.push(ended))

  expect(seen).toEqual([[failure, null]])
  expect(isSent()).toBe(true)
})
