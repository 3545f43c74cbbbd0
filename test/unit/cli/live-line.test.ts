import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { whileLoading } from '../../../src/cli/live-line.ts'
import type { Output } from '../../../src/cli/surroundings.ts'

/** What is written to stderr before the code is loaded, and in all. */
async function written(
  stderr: Pick<Output, 'isTTY' | 'columns'>,
  {
    quiet = false,
    env = {},
    load = () => Promise.resolve('code'),
  }: { quiet?: boolean; env?: Record<string, string>; load?: () => Promise<string> },
): Promise<{ readonly before: string; readonly all: string; readonly code: string }> {
  let all = ''
  let before = ''
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      all += chunk.toString()
      done()
    },
  })
  const loading = (): Promise<string> => {
    before = all
    return load()
  }
  const code = await whileLoading(loading, { quiet }, { stderr: Object.assign(output, stderr), env }).catch(String)
  return { before, all, code }
}

test('a terminal says that the command is loaded until it is, as far as there is room', async () => {
  const wide = await written({ isTTY: true, columns: 80 }, {})
  const narrow = await written({ isTTY: true, columns: 8 }, {})

  expect(wide).toEqual({ before: '\r\u001B[KLoading the command', all: '\r\u001B[KLoading the command\r\u001B[K', code: 'code' })
  expect(narrow.before).toBe('\r\u001B[KLoading')
})

test('the line is cleared where the code cannot be loaded', async () => {
  const seen = await written({ isTTY: true, columns: 80 }, { load: () => Promise.reject(new Error('no such file')) })

  expect(seen).toMatchObject({ all: '\r\u001B[KLoading the command\r\u001B[K', code: 'Error: no such file' })
})

test.each([
  ['--quiet', { isTTY: true }, { quiet: true }],
  ['a pipe', {}, {}],
  ['CI', { isTTY: true }, { env: { CI: 'true' } }],
  ['a terminal without control codes', { isTTY: true }, { env: { TERM: 'dumb' } }],
])('nothing is written with %s', async (_, stderr, more) => {
  const seen = await written(stderr, more)

  expect(seen).toEqual({ before: '', all: '', code: 'code' })
})
