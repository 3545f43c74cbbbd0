import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planogram } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

const config = 'stores: { local: { emulator: true } }\ndefault_store: local\nstate: data/state.db\n'
const shop = { 'planogram.yaml': config, 'shop.yaml': 'products:\n  MUG: { title: Mug, price: 8.50 }\n' }

const commands = [['plan'], ['apply', '--auto-approve'], ['drift'], ['runs'], ['state'], ['state', 'backup', 'copy.db']] as const

/** A state that is there, and cannot be used: how the folder is made so, and the reason that each command gives. */
const unreachable: readonly (readonly [name: string, make: (root: string) => void, reason: string])[] = [
  ['a link to itself', linked('state.db'), 'ELOOP'],
  ['a link to nowhere', linked('nowhere.db'), 'ENOENT'],
  ['a file where its folder should be', (root) => writeFileSync(join(root, 'data'), ''), 'ENOTDIR'],
]

function linked(target: string): (root: string) => void {
  return (root) => {
    mkdirSync(join(root, 'data'))
    symlinkSync(target, join(root, 'data', 'state.db'))
  }
}

test.each(unreachable)('%s is no absent state: every command that needs the state refuses it', async (_, make, reason) => {
  using folder = shopFolder(shop)
  make(folder.root)

  const seen: (readonly [number, string, string])[] = []
  for (const command of commands) {
    const { exitCode, stdout, stderr } = await planogram(folder.root, command)
    const message = stderr.split('\n').find((line) => line.startsWith('error'))
    seen.push([exitCode, stdout, (message ?? '').replace(folder.root, 'SHOP')])
  }

  const refusal = `error[state-broken]: SHOP/data/state.db cannot be opened or written (${reason}).`
  expect(seen.map(([exitCode, stdout]) => [exitCode, stdout])).toEqual(commands.map(() => [1, '']))
  expect(new Set(seen.map(([, , message]) => message))).toEqual(new Set([refusal]))
})

test('a state that does not exist is not copied, and no file is created for it', async () => {
  using folder = shopFolder(shop)

  const { exitCode, stdout, stderr } = await planogram(folder.root, ['state', 'backup', 'copy.db'])

  expect({ exitCode, stdout, stderr: stderr.replace(folder.root, 'SHOP') }).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'error[file-unreadable]: There is no state in SHOP/data/state.db to copy.\n' +
      '  help: Run the command in the folder of the catalogue whose state it is, or name its config with `--config`. `planogram apply` creates a state.\n',
  })
  expect(existsSync(join(folder.root, 'copy.db'))).toBe(false)
})
