import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Surroundings } from '../../src/cli/surroundings.ts'
import { filesIn } from '../support/files-in.ts'
import { surroundingsIn } from '../support/surroundings.ts'
import { runProgram } from '../../src/cli/run-program.ts'
import { planogram } from '../support/command-line.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planogram-init-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const schemas = ['schemas/catalogue.schema.json', 'schemas/overlay.schema.json', 'schemas/planogram.schema.json']
const examples = ['prices.yaml', 'products/kitchen.yaml', 'products/tees.yaml', 'shop.yaml']

/** Runs init in a terminal in which a person types lines. */
async function typed(...lines: readonly string[]): Promise<{ exitCode: number; screen: string }> {
  return await inTerminal(['init'], lines)
}

async function inTerminal(argv: readonly string[], lines: readonly string[]): Promise<{ exitCode: number; screen: string }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100 })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  let screen = ''
  for (const stream of [stdout, stderr]) stream.on('data', (chunk: Buffer) => (screen += chunk.toString('utf8')))
  stdin.end(lines.map((line) => `${line}\n`).join(''))
  const exitCode = await runProgram(['--color', 'never', ...argv], surroundingsIn(root, { stdin, stdout, stderr }))
  return { exitCode, screen }
}

test('in a terminal it asks, and again after an answer that it does not accept', async () => {
  const { exitCode, screen } = await typed('shop.example', 'https://shop.example', '', '', 'perhaps', 'n', 'n', 'y')

  expect(exitCode).toBe(0)
  expect(screen).toContain(
    'Address of your store (empty: only the embedded store)?   Give an address that starts with https://, such as https://shop.example.',
  )
  expect(screen).toContain('Name of the store in the config? [production] ')
  expect(screen).toContain('Write example products? [y/N]   Answer y or n.')
  expect(filesIn(root)).toEqual(['.gitignore', '.vscode/settings.json', 'planogram.yaml', ...schemas])
})

test('empty answers take the defaults', async () => {
  const { exitCode } = await typed('', '', '', '', '')

  expect(exitCode).toBe(0)
  expect(filesIn(root)).toEqual(['.github/workflows/planogram.yml', '.gitignore', 'planogram.yaml', ...schemas, ...examples].toSorted())
})

test('Ctrl-C at a question ends with 130, and nothing is written', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 100 })
  const listeners: ((signal: 'SIGINT') => void)[] = []
  let screen = ''
  stdout.on('data', (chunk: Buffer) => (screen += chunk.toString('utf8')))

  const onSignal: Surroundings['onSignal'] = (listener) => {
    listeners.push(listener)
    return () => undefined
  }

  const ended = runProgram(['--color', 'never', 'init'], surroundingsIn(root, { stdin, stdout, stderr: stdout, onSignal }))
  await once(stdout, 'data')
  for (const listener of listeners) listener('SIGINT')

  expect(await ended).toBe(130)
  expect(screen).toContain('nothing was written')
  expect(readdirSync(root)).toEqual([])
})

test('plan prints the next command in a terminal, not to a pipe', async () => {
  await typed('', '', '', '', '')

  const { screen } = await inTerminal(['plan'], [])
  const piped = await planogram(root, ['plan'])

  expect(screen).toMatch(/\n\nRun `planogram apply` to review and apply this plan\.\n$/)
  expect(piped.stdout + piped.stderr).not.toContain('to review and apply')
})

test('the end of the answers writes nothing', async () => {
  const { exitCode, screen } = await typed('')

  expect(exitCode).toBe(5)
  expect(screen).toContain('nothing was written')
  expect(readdirSync(root)).toEqual([])
})
