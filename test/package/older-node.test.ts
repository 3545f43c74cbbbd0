import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'

const library = join(projectRoot, 'dist', 'index.js')

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs Node with the version of an older one, which is all that is older. */
function nodeAt(version: string, ...args: readonly string[]): Ended {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  return spawnSync(process.execPath, ['--import', pretend, ...args], { encoding: 'utf8' })
}

test.each([
  ['planogram', 'cli/main.js'],
  ['planogram-pr', 'pull-request/main.js'],
])('%s says which Node it needs, before it does anything', (name, program) => {
  const [older, oldest, enough] = ['22.23.5', '24.14.1', '24.15.0'].map((version) =>
    nodeAt(version, join(projectRoot, 'dist', program), '--help'),
  )

  expect([older?.status, older?.stdout, older?.stderr]).toEqual([1, '', `${name} needs Node 24.15 or newer; this is Node 22.23.5.\n`])
  expect(oldest?.stderr).toBe(`${name} needs Node 24.15 or newer; this is Node 24.14.1.\n`)
  expect([enough?.status, enough?.stderr]).toEqual([0, ''])
})

test.each([
  ['import', `await import(${JSON.stringify(library)}).catch(({ code, message }) => console.log(code, message))`],
  [
    'require',
    `import { createRequire } from 'node:module'\ntry { createRequire(import.meta.url)(${JSON.stringify(library)}) } catch ({ code, message }) { console.log(code, message) }`,
  ],
])('the library says it too, by %s', (_, script) => {
  const [older, enough] = ['22.23.5', '25.0.0'].map((version) => nodeAt(version, '--input-type=module', '--eval', script))

  expect(older?.stdout).toBe('wrong-usage planogram needs Node 24.15 or newer; this is Node 22.23.5.\n')
  expect([enough?.status, enough?.stdout, enough?.stderr]).toEqual([0, '', ''])
})
