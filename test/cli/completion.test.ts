import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { fishCompletion } from '../../src/cli/completion/fish-completion.ts'
import { zshCompletion } from '../../src/cli/completion/zsh-completion.ts'
import { optionUsages } from '../../src/cli/option.ts'
import { planogram, projectRoot } from '../support/command-line.ts'
import { findProgram } from '../support/program.ts'

const bash = findProgram('bash', 'bash')
const zsh = findProgram('zsh', 'zsh')
const fish = findProgram('fish', 'fish')

let root = ''
let env: Record<string, string> & { HOME: string }

/** A catalogue, a second one in `other` with a store of another name, a file, and the program in PATH. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'planogram-completion-'))
  await planogram(root, ['init', '--yes', '--no-workflow'])
  mkdirSync(join(root, '.other'))
  writeFileSync(join(root, '.other/planogram.yaml'), 'stores: { northern: { emulator: true } }\n')
  writeFileSync(join(root, '.other/lamps.yaml'), 'products: { LAMP: { title: Lamp, price: 9 } }\n')
  writeFileSync(join(root, 'my plan.json'), '{}')
  mkdirSync(join(root, '.bin'))
  const program = join(projectRoot, 'dist/cli/main.js')
  writeFileSync(join(root, '.bin/planogram'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
  const path = [join(root, '.bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  env = { PATH: path, HOME: root, TERM: 'xterm-256color', LANG: 'C.UTF-8' }
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }))

async function scriptFile(shell: string): Promise<string> {
  const { stdout } = await planogram(root, ['completion', shell])
  const file = join(root, `.bin/completion.${shell}`)
  writeFileSync(file, stdout)
  return file
}

/** Command lines, the last word incomplete, and what is offered for it. */
const lines: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['va'], ['validate']],
  [['hel'], ['help']],
  [['help', 'va'], ['validate']],
  [['plan', '--for'], ['--format']],
  [['plan', '--format', 'js'], ['json']],
  [['apply', '--auto'], ['--auto-approve']],
  [['init', '--no-e'], ['--no-example']],
  [['--verb'], ['--verbose']],
  [['plan', '--store', ''], ['local']],
  [['--chdir', '.other', 'plan', '-s', ''], ['northern']],
  [['explain', '--chdir', '.other', 'product.'], ['product.LAMP']],
  [
    ['explain', 'product.'],
    ['product.MUG', 'product.TEE-CLASSIC'],
  ],
  [['plan', '--target', 'category.k'], ['category.kitchen']],
  [['show', 'my'], ['my plan.json']],
  [['fmt', 'prices.yaml', 'sho'], ['shop.yaml']],
  [['runs', 'sh'], ['show']],
  [['price', 'MUG', '--quantity', ''], []],
]

test.skipIf(bash === null)('bash completes commands, options, words, stores, addresses and files', async () => {
  const file = await scriptFile('bash')
  const script = `source '${file}'
complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _planogram; printf '%s\\n' "\${COMPREPLY[@]}" .; }
${[...lines.map(([words]) => words), ['plan', '--format', '=', 'js']].map((words) => `complete_line planogram ${words.map((word) => `'${word}'`).join(' ')}`).join('\n')}`

  const printed = execFileSync(bash ?? '', ['-c', script], { cwd: root, env, encoding: 'utf8' })

  expect(printed.split('.\n').slice(0, -1).map(offeredIn)).toEqual([...lines.map(([, offered]) => offered), ['json']])
})

test.skipIf(bash === null)('bash runs nothing that a catalogue has as the name of a store', async () => {
  const file = await scriptFile('bash')
  mkdirSync(join(root, '.foreign'))
  writeFileSync(join(root, '.foreign/planogram.yaml'), 'stores: { "$(touch ran)": { emulator: true }, "a b": { emulator: true } }\n')
  const script = `source '${file}'
COMP_WORDS=(planogram plan --store ''); COMP_CWORD=3; _planogram; printf '%s\\n' "\${COMPREPLY[@]}"`

  const printed = execFileSync(bash ?? '', ['-c', script], { cwd: join(root, '.foreign'), env, encoding: 'utf8' })

  expect(printed).toBe(String.raw`\$\(touch\ ran\)
a\ b
`)
  expect(existsSync(join(root, '.foreign/ran'))).toBe(false)
})

test.skipIf(fish === null)('fish completes the same', async () => {
  const file = await scriptFile('fish')
  const script = lines.map(([words]) => `complete -C ${JSON.stringify(`planogram ${words.join(' ')}`)}; echo .`).join('\n')

  const printed = execFileSync(fish ?? '', ['--no-config', '-c', `source '${file}'\n${script}`], { cwd: root, env, encoding: 'utf8' })

  expect(printed.split(/^\.\n/m).slice(0, -1).map(offeredIn)).toEqual(lines.map(([, offered]) => offered))
})

/** The lines without descriptions, sorted. */
function offeredIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '')
    .filter((line) => line !== '')
    .toSorted()
}

test.skipIf(zsh === null)('zsh completes in a terminal', async () => {
  const file = await scriptFile('zsh')
  const typed: readonly (readonly [line: string, completed: string])[] = [
    ['val', 'validate'],
    ['apply --auto', '--auto-approve'],
    ['plan --format js', '--format json'],
    ['plan --store l', '--store local'],
    ['--chdir .other plan --store n', '--store northern'],
    ['-C .other explain product.L', 'product.LAMP'],
    ['explain --chdir=.other product.L', 'product.LAMP'],
    ['explain category.k', 'category.kitchen'],
    ['show my', 'my\\ plan.json'],
  ]
  // Each read waits until the terminal has shown the pattern.
  const script = `zmodload zsh/zpty
zpty shell 'PROMPT="ready> " zsh -f -i'
zpty -r shell seen '*ready> *'
zpty -w shell "autoload -Uz compinit; compinit -D -u; source '${file}'; echo so''urced"
zpty -r shell seen '*sourced*ready> *'
${typed.map(([line, completed]) => `zpty -w -n shell $'\\x15planogram ${line}\\t'; zpty -r shell seen '*'${JSON.stringify(completed).replaceAll('\\\\', '\\\\\\\\')}'*'; echo ${line}`).join('\n')}
zpty -d shell`

  const printed = execFileSync(zsh ?? '', ['-f', '-c', script], { cwd: root, env, encoding: 'utf8', timeout: 60_000 })

  expect(printed).toBe(`${typed.map(([line]) => line).join('\n')}\n`)
})

test('every command and every option is in each script', async () => {
  const names = commands.flatMap(({ usage }) => [
    usage.name,
    ...optionUsages(usage.options).flatMap(({ flags }) => /--[\w-]+/.exec(flags) ?? []),
  ])

  const scripts = await Promise.all(['bash', 'zsh', 'fish'].map((shell) => planogram(root, ['completion', shell])))

  const missing = scripts.flatMap(({ stdout }, index) =>
    names.filter((name) => !stdout.includes(index === 2 ? name.replace(/^--/, '-l ') : name)),
  )
  expect(missing).toEqual([])
  expect(names.length).toBeGreaterThan(60)
})

test('without a shell, with an unknown one and without a catalogue there is an error', async () => {
  const none = await planogram(root, ['completion'])
  const unknown = await planogram(root, ['completion', 'tcsh'])
  const nowhere = await planogram(join(root, 'products'), ['completion', '--values', 'stores'])

  expect([none.exitCode, unknown.exitCode, nowhere.exitCode]).toEqual([64, 64, 1])
  expect(none.stderr).toContain('`planogram completion` needs a shell.\n  help: Give one of bash, zsh, fish.')
})

const quotes = { name: 'it', help: String.raw`It's a \ and a "quote"`, options: [], arguments: [], repeats: false }

test.skipIf(fish === null)('fish reads quotes and backslashes of the help as they are', () => {
  const script = `${fishCompletion({ commands: [quotes], global: [] })}complete -C 'planogram i'`

  const printed = execFileSync(fish ?? '', ['--no-config', '-c', script], { cwd: root, env, encoding: 'utf8' })

  expect(printed).toBe(`it\t${quotes.help}\n`)
})

test.skipIf(zsh === null)('zsh reads quotes and backslashes of the help as they are', () => {
  const [list = ''] = /local -a commands=\([^]*?\n {2}\)/.exec(zshCompletion({ commands: [quotes], global: [] })) ?? []

  const printed = execFileSync(zsh ?? '', ['-f', '-c', `named() { ${list}; print -r -- $commands }; named`], {
    cwd: root,
    env,
    encoding: 'utf8',
  })

  expect(printed).toBe(`it:${quotes.help}\n`)
})
