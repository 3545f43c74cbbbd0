import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandNotes } from '../../src/cli/command-notes.ts'
import { type Ended, planogram, planogramReading, projectRoot, runBuilt } from '../support/command-line.ts'

test('--version prints the version of package.json', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

  const ended = await planogram(projectRoot, ['--version'])

  expect(ended).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help teaches: every command, examples and exit codes, within 80 columns', async () => {
  const { exitCode, stdout } = await planogram(projectRoot, ['--help'])

  expect(exitCode).toBe(0)
  for (const word of ['validate', 'plan', 'show', 'apply', 'emulator', 'Begin:', 'Exit codes:']) expect(stdout).toContain(word)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('--help of each command begins with its purpose and shows how it is typed, within 80 columns', async () => {
  const { stdout } = await planogram(projectRoot, ['--help'])
  const names = [...stdout.matchAll(/^  ([a-z]+) (?:\[|<)/gm)].map((match) => match[1] ?? '').filter((name) => name !== 'help')

  const pages = await Promise.all(names.map((name) => planogram(projectRoot, [name, '--help'])))

  expect(names.length).toBe(11)
  for (const [index, page] of pages.entries()) {
    expect(page.stdout).toMatch(/^Usage: planogram [a-z]+ .*\n\n[a-z]/)
    expect(page.stdout).toContain(`\n  planogram ${names[index]}`)
    expect(page.stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})

test('every example of --help is a command line that the program knows', async () => {
  const { commands, ended } = await triedExamples()

  expect(commands.length).toBeGreaterThan(25)
  expect(commands.filter((_, index) => ended[index]?.stderr.startsWith('error: '))).toEqual([])
})

/** Runs each example in a folder that holds nothing, where it ends at once, but not as wrong usage. */
async function triedExamples(): Promise<{ commands: readonly string[]; ended: readonly Ended[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-usage-'))
  const lines = Object.values(commandNotes).flatMap((notes) => notes.split('\n').filter((line) => line.startsWith('  planogram ')))
  const commands = lines.map((line) => line.trim().split(/ {2,}| [|<] /)[0] ?? '').filter((line) => !/emulator|init/.test(line))
  try {
    const words = commands.map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(1))
    const ended = await Promise.all(words.map((argv) => planogramReading('', folder, argv)))
    return { commands, ended }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
