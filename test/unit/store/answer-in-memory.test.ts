import { Agent } from 'undici'
import { expect, test } from 'vitest'
import { answerInMemory } from '../../../src/store/answer-in-memory.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

test.each<[name: string, body: string, kept: string]>([
  ['no text', '', ''],
  ['a short text', 'Created: ä', 'Created: ä'],
  ['a text of 100,000 bytes', 'b'.repeat(100_000), 'b'.repeat(65_536)],
  ['a text of 3 MB', 'c'.repeat(3_000_000), 'c'.repeat(65_536)],
])('of %s the first 64 KB are kept, with the status and the headers', async (_, body, kept) => {
  await using server = await startScriptedStore((request, response) => void response.writeHead(201, { 'x-path': request.url }).end(body))
  const agent = new Agent()

  const answers = [1, 2].map(() => answerInMemory(agent, { origin: server.url, path: '/a', method: 'PUT', body: 'bytes' }))

  const seen = (await Promise.all(answers)).map(({ status, headers, text }) => [status, headers['x-path'], text === kept])
  await agent.close()

  expect(seen).toEqual([
    [201, '/a', true],
    [201, '/a', true],
  ])
})

test('an answer that does not arrive rejects', async () => {
  await using server = await startScriptedStore((_, response) => void response.destroy())
  const agent = new Agent()

  const answer = answerInMemory(agent, { origin: server.url, path: '/a', method: 'PUT', body: 'bytes' })

  await expect(answer).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  await agent.close()
})
