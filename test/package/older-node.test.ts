import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'

/** Runs a program of the package as an older Node does, until it loads something that one lacks: by its version alone. */
function runAt(version: string, program: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  return spawnSync(process.execPath, ['--import', pretend, join(projectRoot, 'dist', program), '--help'], { encoding: 'utf8' })
}

test.each([
  ['planogram', 'cli/main.js'],
  ['planogram-pr', 'pull-request/main.js'],
])('%s says which Node it needs, before it does anything', (name, program) => {
  const [older, oldest, enough] = ['22.23.5', '24.14.1', '24.15.0'].map((version) => runAt(version, program))

  expect([older?.status, older?.stdout, older?.stderr]).toEqual([1, '', `${name} needs Node 24.15 or newer; this is Node 22.23.5.\n`])
  expect(oldest?.stderr).toBe(`${name} needs Node 24.15 or newer; this is Node 24.14.1.\n`)
  expect([enough?.status, enough?.stderr]).toEqual([0, ''])
})
