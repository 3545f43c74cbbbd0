import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { planogram, projectRoot } from '../support/command-line.ts'
import { freePort } from '../support/free-port.ts'
import { findProgram } from '../support/program.ts'
import { shopFolder } from '../support/shop-folder.ts'
import { scriptProgram, startShell, type TypedShell } from '../support/typed-shell.ts'

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const [picture = ''] = blocksOf('text')
const lines = blocksOf('sh').flatMap((block) => block.split(/(?<!\\)\n/))

/** Lines that are not typed here, and why. */
const skipped: Readonly<Record<string, string>> = {
  'npm run demo': 'it takes a minute, and .ci/run runs it',
  'npm test': 'this test is part of it',
}

const needed = [scriptProgram, findProgram('curl', 'curl'), findProgram('git', 'git')]

/** The text of every block of a language. */
function blocksOf(language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n([^]*?)\n```$/gm)].filter(([, named]) => named === language).map(([, , text]) => text ?? '')
}

test('the README has as many rules as the page of rules', () => {
  const listed = readFileSync(join(projectRoot, 'docs/rules.md'), 'utf8').match(/^- \[/gm) ?? []

  expect(/against (\d+) rules/.exec(readme)?.[1]).toBe(String(listed.length))
  expect(listed.length).toBeGreaterThan(50)
})

/** The environment of a person with an empty home: git knows the name, and the editor sets the dealer prices that the README asks for. */
function environment(home: string): Record<string, string> & { HOME: string } {
  const editor = join(home, 'editor')
  writeFileSync(editor, `#!/bin/sh\nsed -i 's/dealer: \\[.*\\]/dealer: [14.50, 13.25, 12.00]/' "$1"\n`, { mode: 0o755 })
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: home,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(home, 'compiled'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    EDITOR: editor,
    GIT_PAGER: 'cat',
    GIT_AUTHOR_NAME: 'Reader',
    GIT_AUTHOR_EMAIL: 'reader@example.com',
    GIT_COMMITTER_NAME: 'Reader',
    GIT_COMMITTER_EMAIL: 'reader@example.com',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  }
}

/** Shows the first grid of the second review, then approves the plan; keeps each screen before the approval. */
async function review(shell: TypedShell, screens: string[]): Promise<void> {
  let screen = await shell.until('summary')
  if (screens.length === 1) {
    shell.press('\r')
    await shell.until('1/6 ─┘')
    shell.press('\u001B[B')
    screen = await shell.until('2/6 ─┘')
  }
  screens.push(screen)
  shell.press('a')
  await shell.until(/\byes\b/)
  shell.press('yes\r')
}

/** The port of the embedded store differs between runs; the hash of a plan depends on the version of the program. */
function withoutPortAndHash(screen: string): string {
  return screen.replace(/^(local  http:\/\/127\.0\.0\.1):\d+(  5 changes) +plan [0-9a-f]{8}$/m, '$1$2')
}

test('each line that is not typed here is in the README once', () => {
  expect(lines.filter((line) => line in skipped)).toEqual(Object.keys(skipped))
})

test('`validate` prints what the README shows', async () => {
  const [shown = ''] = blocksOf('console')
  const [source = ''] = /MUG: .*/.exec(shown) ?? []
  using shop = shopFolder({ 'shop.yaml': `products:\n  ${source}\n` })

  const { exitCode, stdout } = await planogram(shop.root, ['validate'])

  expect(`$ planogram validate\n${stdout}`).toBe(`${shown}\n`)
  expect(exitCode).toBe(65)
})

test.skipIf(needed.includes(null))('the lines of the README run in their order, in an empty folder', { timeout: 240_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'planogram-readme-'))
  const folder = join(home, 'empty')
  mkdirSync(folder)
  const port = String(await freePort())
  await using acme = await startEmulator({ key: 'acme-key', site: 'acme' })
  acme.seed({
    records: [{ resource: 'Product', fields: { sku: 'LAMP', title: 'Lamp', price: '40', image: 'lamp.png' }, children: {} }],
    files: [{ path: 'images/items/lamp.png', bytes: readFileSync(join(projectRoot, 'catalog.example/images/tee-classic.png')) }],
  })
  const onThisMachine = (line: string): string =>
    line.replace('4000', port).replace('https://shop.example', acme.url).replace('https://files.example', acme.filesUrl)
  const screens: string[] = []
  const answers: Readonly<Record<string, (shell: TypedShell) => Promise<void>>> = {
    'planogram apply': (shell) => review(shell, screens),
    'planogram emulator --port 4000 --key test-key &': async (shell) => {
      await shell.until(/^key +test-key/m)
    },
    'read -rs PRODUCTION_KEY && export PRODUCTION_KEY': async (shell) => {
      await shell.untilMode('-echo')
      shell.press('acme-key\n')
    },
  }

  const ended: { line: string; exitCode: number }[] = []
  {
    await using shell = await startShell(projectRoot, environment(home))
    for (const line of lines.filter((each) => !(each in skipped))) {
      ended.push({ line, exitCode: await shell.type(onThisMachine(line), answers[line]) })
      if (line.startsWith('alias ')) await shell.type(`cd '${folder}'`)
    }
  }

  const planned = await planogram(join(folder, 'my-shop'), ['plan', '--detailed-exitcode'])
  const pulled = await planogram(join(folder, 'acme'), ['plan', '--detailed-exitcode'], { PRODUCTION_KEY: 'acme-key' })
  expect(ended.filter(({ exitCode }) => exitCode !== 0)).toEqual([])
  expect(ended.length).toBeGreaterThan(15)
  expect(withoutPortAndHash(screens[1] ?? '')).toBe(withoutPortAndHash(picture))
  expect(readFileSync(join(folder, 'my-shop/prices.yaml'), 'utf8')).toContain('dealer: [14.50, 13.25, 12.00]')
  expect(readFileSync(join(folder, 'my-shop/products/kitchen.yaml'), 'utf8')).toContain('price: 9.90')
  expect(existsSync(join(folder, 'acme/images/lamp.png'))).toBe(true)
  expect([planned.exitCode, pulled.exitCode]).toEqual([0, 0])
  rmSync(home, { recursive: true, force: true, maxRetries: 3 })
})
