import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram, projectRoot, runBuilt } from '../support/command-line.ts'

test('--version prints the version of package.json', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

  const ended = await planogram(projectRoot, ['--version'])

  expect(ended).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help teaches: every command, examples and exit codes, within 120 columns', async () => {
  const { exitCode, stdout } = await planogram(projectRoot, ['--help'])

  expect(exitCode).toBe(0)
  for (const word of ['validate', 'plan', 'show', 'apply', 'emulator', 'Examples:', 'Exit codes:']) expect(stdout).toContain(word)
  expect(stdout.split('\n').filter((line) => line.length > 120)).toEqual([])
})

test.each([
  ['an unknown flag', ['plan', '--detailed-exitcod'], "unknown option '--detailed-exitcod'\n(Did you mean --detailed-exitcode?)"],
  ['an unknown command', ['pln'], "unknown command 'pln'\n(Did you mean plan?)"],
  ['a wrong choice', ['plan', '--format', 'xml'], 'Allowed choices are text, json.'],
  ['a port that is no number', ['emulator', '--port', 'http'], 'A port is a whole number from 0 to 65535.'],
  ['a missing argument', ['show'], "missing required argument 'plan'"],
  ['too many arguments', ['show', 'a', 'b'], 'too many arguments'],
])('%s ends with exit code 64 and says what is right', async (_, argv, message) => {
  const ended = await planogram(projectRoot, argv)

  expect(ended.exitCode).toBe(64)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain(message)
})

test('the built program answers --version as a process of its own, without a warning', async () => {
  const ended = await runBuilt(['--version'])

  expect(ended.exitCode).toBe(0)
  expect(ended.stderr).toBe('')
  expect(ended.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
