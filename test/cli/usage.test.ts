import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { type Ended, planogram, planogramReading, projectRoot, runBuilt } from '../support/command-line.ts'
import { shopFolder } from '../support/shop-folder.ts'

test('--version prints the version of package.json', async () => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))

  const ended = await planogram(projectRoot, ['--version'])

  expect(ended).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help teaches: every command, examples and exit codes, within 80 columns', async () => {
  const { exitCode, stdout } = await planogram(projectRoot, ['--help'])

  expect(exitCode).toBe(0)
  for (const word of ['validate', 'plan', 'show', 'apply', 'emulator', 'First steps:', 'Exit codes:']) expect(stdout).toContain(word)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test('--help of each command begins with its purpose and shows how it is typed, within 80 columns', async () => {
  const { stdout } = await planogram(projectRoot, ['--help'])
  const names = [...stdout.matchAll(/^  ([a-z]+) (?:\[|<)/gm)].map((match) => match[1] ?? '').filter((name) => name !== 'help')

  const pages = await Promise.all(names.map((name) => planogram(projectRoot, [name, '--help'])))

  expect(names.length).toBe(27)
  for (const [index, page] of pages.entries()) {
    expect(page.stdout).toMatch(/^Usage: planogram [a-z]+ .*\n\n[A-Z]/)
    expect(page.stdout).toContain(`\n  planogram ${names[index]}`)
    expect(page.stdout).toMatch(/\nExit codes:\n +0 {2}\w/)
    expect(page.stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})

test('every example of --help is a command line that the program knows', async () => {
  const { lines, ended } = await triedExamples()

  expect(lines.length).toBeGreaterThan(25)
  expect(
    lines.filter((_, index) =>
      /unknown (?:option|command)|too many arguments|missing required|--\w.* does not accept/.test(ended[index]?.stderr ?? ''),
    ),
  ).toEqual([])
})

test('examples of price and explain work with the catalogue of the example', async () => {
  const folder = join(projectRoot, 'catalog.example')
  const lines = commands
    .filter(({ usage }) => usage.name === 'price' || usage.name === 'explain')
    .flatMap(({ usage }) => usage.examples.map(([line]) => line))

  const ended = await Promise.all(lines.map((line) => planogram(folder, [...wordsOf(line), '--offline', '--quiet'])))

  expect(lines.length).toBeGreaterThan(7)
  expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(lines.map(() => [0, '']))
})

/** The words of an example after the name of the program. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(1)
}

/** Runs each example in a folder that holds nothing, where it ends at once, but not as wrong usage. */
async function triedExamples(): Promise<{ lines: readonly string[]; ended: readonly Ended[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-usage-'))
  const lines = commands
    .filter(({ usage }) => usage.name !== 'emulator' && usage.name !== 'init')
    .flatMap(({ usage }) => usage.examples.map(([line]) => line))
    .filter((line) => line.startsWith('planogram '))
  const commandLines = lines.map((line) => (line.split(/ [|<>] /)[0] ?? '').replace('<hash>', 'ab'.repeat(32)))
  try {
    const words = commandLines.map(wordsOf)
    const ended = await Promise.all(words.map((argv) => planogramReading('', folder, argv)))
    return { lines, ended }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test.each([
  [
    'an unknown flag',
    ['plan', '--detailed-exitcod'],
    'unknown option `--detailed-exitcod`.\n  help: Did you mean `--detailed-exitcode`? Run `planogram plan --help`.\n',
  ],
  ['an unknown command', ['pln'], 'unknown command `pln`.\n  help: Did you mean `plan`? Run `planogram --help`.\n'],
  ['a command of git', ['diff'], 'unknown command `diff`.\n  help: Did you mean `plan`? Run `planogram --help`.\n'],
  ['a command of Terraform', ['import'], 'unknown command `import`.\n  help: Did you mean `pull`? Run `planogram --help`.\n'],
  ['an object', ['constructor'], 'unknown command `constructor`.\n  help: Run `planogram --help`.\n'],
  [
    'an option with one dash and its value',
    ['plan', '-out=plan.json'],
    'unknown option `-out`.\n  help: Did you mean `--out`? Run `planogram plan --help`.\n',
  ],
  ['an option with one dash', ['apply', '-auto-approve'], 'unknown option `-auto-approve`.\n  help: Did you mean `--auto-approve`?'],
  [
    'an option with one dash before the command',
    ['-store', 'x', 'plan'],
    'unknown option `-store`.\n  help: Did you mean `--store`? Run `planogram plan --help`.\n',
  ],
  ['an option of the command before it', ['-out=x', 'plan'], 'unknown option `-out`.\n  help: Did you mean `--out`? Run `planogram plan'],
  ['-no-input', ['-no-input', 'plan'], 'unknown option `-no-input`.\n  help: Did you mean `--no-input`? Run `planogram plan --help`.\n'],
  ['-version', ['-version'], 'unknown option `-version`.\n  help: Did you mean `--version`? Run `planogram --help`.\n'],
  ['-help', ['plan', '-help'], 'unknown option `-help`.\n  help: Did you mean `--help`? Run `planogram plan --help`.\n'],
  ['--json', ['plan', '--json'], 'unknown option `--json`.\n  help: Write `--format json`. Run `planogram plan --help`.\n'],
  ['apply --dry-run', ['apply', '--dry-run'], 'unknown option `--dry-run`.\n  help: `planogram plan` prints what an apply would do. Run'],
  ['apply --yes', ['apply', '--yes'], 'unknown option `--yes`.\n  help: Did you mean `--auto-approve`? Run'],
  ['an unknown command with --help', ['plna', '--help'], 'unknown command `plna`.\n  help: Did you mean `plan`? Run `planogram --help`.\n'],
  [
    'an unknown action',
    ['runs', 'shw'],
    '`action` does not accept `shw`.\n  help: Did you mean `show`? Allowed choices are list, show, export.\n',
  ],
  ['help of an unknown command', ['help', 'plna'], 'unknown command `plna`.\n  help: Did you mean `plan`? Run `planogram --help`.\n'],
  ['a wrong choice', ['plan', '--format', 'xml'], 'Allowed choices are text, json, html, svg, markdown, github, gitlab, junit.'],
  ['a port that is no number', ['emulator', '--port', 'http'], 'Give a whole number from 0 to 65535.'],
  [
    'the beginning of a sku',
    ['-C', 'catalog.example', 'price', 'tee', '--offline'],
    'There is no product or variant "tee" in the catalogue.\n  help: There are ',
  ],
  [
    'a row of a record that does not exist',
    ['-C', 'catalog.example', 'explain', 'product.TEE/attribute.Material', '--offline'],
    'has nothing at the address product.TEE/attribute.Material.\n  help: There are product.TEE-',
  ],
  ['a missing argument', ['show'], 'missing required argument `plan`.\n  help: Run `planogram show --help`.\n'],
  ['too many arguments', ['show', 'a', 'b'], 'too many arguments'],
])('%s ends with exit code 64 and says what is right', async (_, argv, message) => {
  const ended = await planogram(projectRoot, argv)

  expect(ended.exitCode).toBe(64)
  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain(message)
  expect(ended.stderr).toMatch(/^error\[wrong-usage\]: .*\n  help: .*\n$/)
})

test.each([['--help'], ['-h'], ['plan', '--help']])('help of the command help: help %s', async (...argv) => {
  const { exitCode, stdout, stderr } = await planogram(projectRoot, ['help', ...argv])

  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toContain('planogram help [options] [command]\n\nPrint the help of a command\n')
  expect(stdout).toContain('-h, --help ')
})

test('help of a command is that of its --help; alone it is that of the program', async () => {
  const [help, of, alone, program] = await Promise.all(
    [['help', 'plan'], ['plan', '--help'], ['help'], ['--help']].map((argv) => planogram(projectRoot, argv)),
  )

  expect(help).toEqual(of)
  expect(alone).toEqual(program)
  expect(help?.exitCode).toBe(0)
})

test.each([
  ['a saved plan that is approved', ['apply', 'plan.json', '--auto-approve', '--by', 'record'], '`--by` has no effect with a saved plan'],
  ['a run that goes on', ['apply', '--resume', '--full'], '`--full` has no effect with `--resume`'],
  ['text', ['show', 'plan.json', '--chart', 'prices'], '`--chart` has no effect without `--format svg`'],
])('an option without effect is refused: %s', async (_, argv, message) => {
  const ended = await planogram(projectRoot, argv)

  expect(ended.exitCode).toBe(64)
  expect(ended.stderr).toContain(message)
})

test('--chdir with a folder that does not exist is refused with advice that helps', async () => {
  using shop = shopFolder({ 'store-one/planogram.yaml': '' })
  const help = async (cwd: string, chdir: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await planogram(cwd, ['plan', '--chdir', chdir])
    return `${exitCode} ${stdout}${stderr.replaceAll(shop.root, 'SHOP')}`
  }
  const outside = await help(join(shop.root, 'store-one/..'), 'store-on')
  const inside = await help(shop.root, 'nowhere')
  const below = await help(join(shop.root, 'store-one'), 'planogram.yaml/b')
  const file = await help(join(shop.root, 'store-one'), 'planogram.yaml')
  const absolute = await help(join(shop.root, 'store-one'), join(shop.root, 'store-on'))

  expect(outside).toContain('SHOP/store-on is not a folder.\n  help: Did you mean `store-one`?\n')
  expect(inside).toContain('SHOP/nowhere is not a folder.\n  help: Omit `--chdir`: the catalogue is in the current folder, SHOP.\n')
  expect(absolute).toContain('help: Did you mean `SHOP/store-one`?\n')
  expect(below).toContain(
    '64 error[wrong-usage]: `--chdir` does not accept `planogram.yaml/b`: SHOP/store-one/planogram.yaml/b is not a folder.',
  )
  expect(file).toContain(
    '64 error[wrong-usage]: `--chdir` does not accept `planogram.yaml`: SHOP/store-one/planogram.yaml is not a folder.',
  )
})

test('--chdir outside of any catalogue advises to create one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-usage-'))

  const typed = ['nowhere', '/nowhere/shop', '../my shop', "its/Ada's"]
  const ended = await Promise.all(typed.map((chdir) => planogram(folder, ['validate', '--chdir', chdir])))
  rmSync(folder, { recursive: true, force: true })

  expect(ended.map(({ exitCode, stderr }) => [exitCode, /`planogram init .*/.exec(stderr)?.[0]])).toEqual([
    [64, '`planogram init nowhere`.'],
    [64, '`planogram init /nowhere/shop`.'],
    [64, "`planogram init '../my shop'`."],
    [64, "`planogram init 'its/Ada'\\''s'`."],
  ])
})

test('the built program answers --version as a process of its own, without a warning', async () => {
  const ended = await runBuilt(['--version'])

  expect(ended.exitCode).toBe(0)
  expect(ended.stderr).toBe('')
  expect(ended.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})
