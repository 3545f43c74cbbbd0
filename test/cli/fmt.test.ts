import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { planogram, planogramReading } from '../support/command-line.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function shop(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'planogram-fmt-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const tidy = 'products:\n  A: { title: A }\n'
const untidy = 'products: { A: { title: "A" } }\n'

test('documents, the config and overlays are formatted, and changed files are listed', async () => {
  const root = shop({
    'planogram.yaml': 'stores: { local: { emulator: true, catalogue: over } }\n',
    'a.yaml': untidy,
    'b.yaml': tidy,
    'over/c.yml': 'products: { A: !remove }\n',
    '.github/workflows/ci.yml': untidy,
  })

  const ended = await planogram(root, ['fmt'])

  expect(ended).toEqual({ exitCode: 0, stdout: 'planogram.yaml\na.yaml\nover/c.yml\n', stderr: '3 of 4 files laid out anew\n' })
  expect(readFileSync(join(root, 'planogram.yaml'), 'utf8')).toBe('stores:\n  local: { emulator: true, catalogue: over }\n')
  expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe(tidy)
  expect(readFileSync(join(root, 'over/c.yml'), 'utf8')).toBe('products:\n  A: !remove\n')
  expect(readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')).toBe(untidy)
  expect((await planogram(root, ['fmt', '--check'])).exitCode).toBe(0)
})

test('--check writes nothing, lists the files and exits 2', async () => {
  const root = shop({ 'planogram.yaml': '', 'a.yaml': untidy, 'b.yaml': tidy })

  const ended = await planogram(root, ['fmt', '--check'])

  expect(ended).toEqual({
    exitCode: 2,
    stdout: 'a.yaml\n',
    stderr: '1 of 3 files not in canonical form; `planogram fmt` writes it.\n',
  })
  expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe(untidy)
})

test('--check --verbose shows what would change, without secrets', async () => {
  const root = shop({ 'planogram.yaml': 'stores: { s: { base_url: "https://s.example", key: "hunter2hunter2" } }\n', 'a.yaml': untidy })

  const { exitCode, stdout } = await planogram(root, ['fmt', '--check', '--verbose'])

  expect(exitCode).toBe(2)
  expect(stdout).toContain(`--- a.yaml
+++ a.yaml
@@ -1,1 +1,2 @@
-products: { A: { title: "A" } }
+products:
+  A: { title: A }
`)
  expect(stdout).not.toContain('hunter2')
})

test('a broken document is reported and not changed, the others are formatted; exit code 65', async () => {
  const root = shop({
    'planogram.yaml': '',
    'a.yaml': 'products:\n  A: [1\n',
    'b.yaml': untidy,
    'c.yaml': '%YAML 1.2\n---\nproducts: {}\n',
  })

  const ended = await planogram(root, ['fmt'])

  expect(ended.exitCode).toBe(65)
  expect(ended.stdout).toBe('b.yaml\n')
  expect(ended.stderr).toContain('error[yaml-broken]')
  expect(ended.stderr).toContain('--> a.yaml:2:6')
  expect(ended.stderr).toContain('c.yaml was left as it is: it has a %directive')
  expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe('products:\n  A: [1\n')
})

test('paths choose documents and folders, from where the command runs, without a config too', async () => {
  const root = shop({ 'products/a.yaml': untidy, 'products/b.yaml': untidy, 'c.yaml': untidy })

  const folder = await planogram(root, ['fmt', 'products'])
  const file = await planogram(join(root, 'products'), ['fmt', '--chdir', '..', '../c.yaml'])

  expect(folder.stdout).toBe('products/a.yaml\nproducts/b.yaml\n')
  expect(file.stdout).toBe('c.yaml\n')
})

test('a missing path and a folder that is not a catalogue are refused before anything is written', async () => {
  const root = shop({ 'a.yaml': untidy })

  const gone = await planogram(root, ['fmt', 'a.yaml', 'b.yaml'])
  const all = await planogram(root, ['fmt'])

  expect(gone.exitCode).toBe(64)
  expect(gone.stderr).toContain('b.yaml is no document of the catalogue')
  expect(all.exitCode).toBe(1)
  expect(all.stderr).toContain('There is no planogram.yaml in')
  expect(readFileSync(join(root, 'a.yaml'), 'utf8')).toBe(untidy)
})

test('a file that is not a document is skipped, because hooks name files of every kind', async () => {
  const root = shop({ 'a.yaml': untidy, 'b.html': '<p>', '.drafts/c.yaml': untidy })

  const ended = await planogram(root, ['fmt', 'a.yaml', 'b.html', '.drafts/c.yaml'])

  expect(ended).toEqual({
    exitCode: 0,
    stdout: 'a.yaml\n',
    stderr: 'No document of this catalogue, so left alone: b.html, .drafts/c.yaml.\n1 of 1 file laid out anew\n',
  })
  expect(readFileSync(join(root, '.drafts/c.yaml'), 'utf8')).toBe(untidy)
})

test('the mode of a file stays, and a link stays a link', async () => {
  const root = shop({ 'planogram.yaml': '', 'real/a.yaml': untidy })
  const mode = statSync(join(root, 'real/a.yaml')).mode
  symlinkSync('real/a.yaml', join(root, 'link.yaml'))

  await planogram(root, ['fmt', 'link.yaml'])

  expect(readFileSync(join(root, 'real/a.yaml'), 'utf8')).toBe(tidy)
  expect(readFileSync(join(root, 'link.yaml'), 'utf8')).toBe(tidy)
  expect(statSync(join(root, 'real/a.yaml')).mode).toBe(mode)
})

test('- formats standard input, a config in the order of a config; nothing else is needed', async () => {
  const root = shop({})

  const document = await planogramReading(untidy, root, ['fmt', '-'])
  const config = await planogramReading('default_store: a\nstores: {a: {emulator: true}}\n', root, ['fmt', '-'])
  const checked = await planogramReading(untidy, root, ['fmt', '-', '--check'])
  const nothing = await planogramReading('', root, ['fmt', '-'])

  expect(document).toEqual({ exitCode: 0, stdout: tidy, stderr: '' })
  expect(config.stdout).toBe('stores:\n  a: { emulator: true }\ndefault_store: a\n')
  expect(checked).toEqual({ exitCode: 2, stdout: '', stderr: '' })
  expect(nothing).toEqual({ exitCode: 0, stdout: '', stderr: '' })
})

test('broken standard input gives no output, so that an editor keeps its text', async () => {
  const root = shop({})

  const broken = await planogramReading('products: [\n', root, ['fmt', '-'])
  const among = await planogramReading(untidy, root, ['fmt', '-', 'a.yaml'])

  expect(broken.exitCode).toBe(65)
  expect(broken.stdout).toBe('')
  expect(broken.stderr).toContain('--> standard input:1:11\n')
  expect(among.exitCode).toBe(64)
  expect(among.stderr).toContain('is the only path then')
})

test('a file that is not formatted is not counted', async () => {
  const root = shop({
    'planogram.yaml': 'stores:\n  local: { emulator: true }\n',
    'a.yaml': '%YAML 1.2\n---\nproducts: {}\n',
    'b.yaml': tidy,
  })

  const { stderr } = await planogram(root, ['fmt', '--check'])

  expect(stderr).toContain('2 files in canonical form, 1 file left alone\n')
})
