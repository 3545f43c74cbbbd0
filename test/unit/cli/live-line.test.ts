import { expect, test } from 'vitest'
import { whileLoading } from '../../../src/cli/live-line.ts'
import { programOutput } from '../../../src/cli/program-output.ts'
import { startProgram } from '../../../src/cli/start-program.ts'
import { Collected } from '../../support/collected.ts'
import { surroundingsIn } from '../../support/surroundings.ts'

interface Given {
  readonly columns?: number
  readonly isTTY?: boolean
  readonly quiet?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly load?: () => Promise<string>
}

/** What is written to stderr before the code is loaded, and in all; and the code, or why it is not loaded. */
async function written({ columns = 80, isTTY = true, quiet = false, env = {}, load = () => Promise.resolve('code') }: Given): Promise<{
  readonly before: string
  readonly all: string
  readonly code: string
}> {
  const stderr = new Collected(isTTY ? { isTTY, columns } : {})
  const surroundings = surroundingsIn('/', { stderr, env })
  let before = ''
  const loading = (): Promise<string> => {
    before = stderr.text
    return load()
  }
  const code = await whileLoading(loading, programOutput({ color: 'never', quiet }, surroundings), surroundings).catch(String)
  return { before, all: stderr.text, code }
}

test('a terminal shows that the command is loaded until it is, as far as there is room', async () => {
  const wide = await written({ columns: 80 })
  const narrow = await written({ columns: 8 })

  expect(wide).toEqual({ before: '\r\u001B[KLoading the command', all: '\r\u001B[KLoading the command\r\u001B[K', code: 'code' })
  expect(narrow.before).toBe('\r\u001B[KLoading')
})

test('the line is cleared where the code cannot be loaded', async () => {
  const seen = await written({ load: () => Promise.reject(new Error('no such file')) })

  expect(seen).toMatchObject({ all: '\r\u001B[KLoading the command\r\u001B[K', code: 'Error: no such file' })
})

test.each<[string, Given]>([
  ['--quiet', { quiet: true }],
  ['a pipe', { isTTY: false }],
  ['CI', { env: { CI: 'true' } }],
  ['a terminal without control codes', { env: { TERM: 'dumb' } }],
])('nothing is written with %s', async (_, given) => {
  const seen = await written(given)

  expect(seen).toEqual({ before: '', all: '', code: 'code' })
})

/** What `plan` writes to a terminal in a folder without a catalogue. */
async function planned(...options: readonly string[]): Promise<string> {
  const stderr = new Collected({ isTTY: true, columns: 80 })
  await startProgram(['plan', ...options], surroundingsIn('/', { stderr }))
  return stderr.text
}

test('a plan is loaded with a line in a terminal, and the error follows when that is cleared', async () => {
  const seen = await planned()

  const loading = ['', 'Loading the command']
  const reading = ['', 'Reading the catalogue: 0 documents, 0 products']
  expect(seen.split('\r\u001B[K')).toEqual([...loading, ...loading, ...reading, expect.stringContaining('config-missing')])
})

test.each([['--quiet'], ['-q'], ['-vq']])('plan %s is loaded without a line', async (flag) => {
  const seen = await planned(flag)

  expect(seen).toContain('config-missing')
  expect(seen).not.toContain('\r')
})
