import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/command-line.ts'

const page = readFileSync(join(projectRoot, 'docs/emulator.md'), 'utf8')
const source = readFileSync(join(projectRoot, 'src/emulator/emulator-options.ts'), 'utf8')

/** The members of an interface of `emulator-options.ts`. */
function membersOf(name: string): string[] {
  const [, body = ''] = new RegExp(`^export interface ${name}[^]*?\\{\\n([^]*?)^\\}`, 'm').exec(source) ?? []
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?(:]/gm)].map(([, member]) => member ?? '')
}

test.each([
  ['EmulatorOptions', 15],
  ['RunningEmulator', 20],
])('docs/emulator.md names every member of %s', (name, least) => {
  const members = membersOf(name)

  expect(members.filter((member) => !new RegExp(`\\b${member}\\b`).test(page))).toEqual([])
  expect(members.length).toBeGreaterThan(least)
})
