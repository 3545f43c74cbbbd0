import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', 'src')

/** Who may import whom: the table of design.md section 4. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  resources: [],
  records: ['resources'],
  wire: ['resources'],
  catalogue: ['records', 'resources'],
  store: ['wire', 'records', 'resources'],
  emulator: ['wire', 'records', 'resources'],
  state: ['records', 'resources'],
  diff: ['records', 'resources'],
  plan: ['diff', 'records', 'resources'],
  apply: ['plan', 'diff', 'store', 'state', 'records', 'resources'],
  report: ['diff', 'plan', 'apply', 'catalogue', 'records', 'resources'],
  review: ['report', 'plan', 'diff', 'apply', 'records', 'resources'],
  cli: ['resources', 'records', 'wire', 'catalogue', 'store', 'emulator', 'state', 'diff', 'plan', 'apply', 'report', 'review'],
}

/** Each package has one home; `node:` modules only where they are named. */
const homes: Readonly<Record<string, readonly string[]>> = {
  undici: ['store'],
  webdav: ['store'],
  'fast-xml-parser': ['wire'],
  xmlbuilder2: ['wire'],
  yaml: ['catalogue'],
  zod: ['catalogue', 'plan', 'cli'],
  ink: ['review'],
  react: ['review'],
  diff: ['report'],
  'string-width': ['report'],
  saxes: ['emulator'],
  sharp: ['catalogue'],
  commander: ['cli'],
  'node:sqlite': ['emulator', 'state'],
  'node:http': ['emulator'],
}

/** These folders are pure: time, randomness and the network come in as arguments. */
const pure = ['resources', 'records', 'wire', 'diff', 'plan', 'report']
const impure = /\b(?:Date\.now|new Date\(\)|Math\.random|fetch\(|process\.|node:fs|node:net|node:child_process)/

interface Import {
  readonly file: string
  readonly folder: string
  readonly target: string
  readonly typeOnly: boolean
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

function folderOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : ''
}

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g)].map(
    (match) => ({
      file,
      folder: folderOf(file),
      target: match[2] ?? match[3] ?? match[4] ?? '',
      typeOnly: match[1] !== undefined,
    }),
  )
})

function folderImported({ file, target }: Import): string {
  return folderOf(relative(root, resolve(dirname(join(root, file)), target)))
}

test('every folder of src stands in the import table, and imports only what the table allows', () => {
  const folders = new Set(files.map(folderOf).filter((folder) => folder !== ''))
  const local = imports.filter(({ target }) => target.startsWith('.'))

  const forbidden = local
    .filter(({ folder }) => folder !== '')
    .filter((entry) => {
      const target = folderImported(entry)
      return target !== '' && target !== entry.folder && !mayImport[entry.folder]?.includes(target)
    })
    .map(({ file, target }) => `${file} imports ${target}`)

  expect([...folders].filter((folder) => !(folder in mayImport))).toEqual([])
  expect(forbidden).toEqual([])
  expect(files.length).toBeGreaterThan(50)
  expect(local.length).toBeGreaterThan(80)
})

test('each package is imported in its one home', () => {
  const outside = imports
    .filter(({ target }) => !target.startsWith('.'))
    .map((entry) => ({ ...entry, name: entry.target.startsWith('node:') ? entry.target : (entry.target.split('/')[0] ?? '') }))
    .filter(({ name }) => !name.startsWith('node:') || name in homes)

  const strays = outside.filter(({ folder, name }) => !homes[name]?.includes(folder)).map(({ file, target }) => `${file} imports ${target}`)

  expect(strays).toEqual([])
  expect(outside.length).toBeGreaterThan(8)
})

test('the pure folders call no clock, no dice, no network, no disk', () => {
  const looked = files.filter((file) => pure.includes(folderOf(file)))

  const calls = looked.filter((file) => impure.test(readFileSync(join(root, file), 'utf8')))

  expect(calls).toEqual([])
  expect(looked.length).toBeGreaterThan(30)
})

test('only cli/main.ts touches process, and report and cli load ink only through review', () => {
  const touching = files.filter((file) => /\bprocess\.(?:exit|argv|stdin|stdout|stderr|on)\b/.test(readFileSync(join(root, file), 'utf8')))
  const eager = imports.filter(
    (entry) => !entry.typeOnly && entry.folder === 'cli' && /from '[^']*\/review\//.test(readFileSync(join(root, entry.file), 'utf8')),
  )

  expect(touching).toEqual(['cli/main.ts'])
  expect(eager).toEqual([])
  expect(files.length).toBeGreaterThan(50)
})
