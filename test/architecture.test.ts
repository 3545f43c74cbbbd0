import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', 'src')

/** Folders that every folder may import. */
const floor = ['source']

/** Folders of the authoring side: what YAML, rules and pictures are made of. */
const values = ['records', 'resources']
const authoring = ['rules', 'pictures', 'documents', 'yaml', 'files', 'problems', 'pricing', ...values]
const engine = ['plan', 'diff', 'live', 'store', 'state', 'files', 'pricing', ...values]

/**
 * Which folders a folder may import (design.md section 4). It differs from that table in two places: `yaml` may import
 * `resources` (one form of decimals decides whether a value in a document has to change), and `pull` may import `state`
 * (it remembers the pictures that it downloaded).
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  source: [],
  files: [],
  git: ['files'],
  resources: [],
  records: ['resources'],
  pricing: values,
  problems: [],
  wire: ['resources'],
  yaml: ['problems', 'resources'],
  documents: ['yaml', 'files', 'problems', ...values],
  pictures: ['files', 'problems', ...values],
  'pull-request': [],
  rules: ['pictures', 'documents', 'problems', 'pricing', ...values],
  catalogue: authoring,
  store: ['wire', 'files', ...values],
  state: ['files', ...values],
  live: ['store', 'state', 'files', 'pricing', ...values],
  emulator: ['wire', 'files', 'pricing', ...values],
  diff: ['pricing', ...values],
  plan: ['diff', 'pricing', ...values],
  apply: engine,
  pull: ['catalogue', 'diff', 'live', 'store', 'state', ...authoring],
  workspace: ['git', 'pull', 'apply', 'emulator', 'catalogue', 'wire', ...engine, ...authoring],
  rehearse: ['workspace', 'pull', 'apply', 'emulator', 'catalogue', 'wire', ...engine, ...authoring],
  orders: ['store', 'wire', 'problems', ...values],
  report: ['orders', 'apply', 'plan', 'diff', 'catalogue', 'rules', 'problems', 'pricing', ...values],
  review: ['report', 'apply', 'plan', 'diff', 'pricing', ...values],
  cli: ['orders', 'review', 'report', 'rehearse', 'workspace', 'pull', 'apply', 'emulator', 'catalogue', 'wire', ...engine, ...authoring],
}

/** Each package has its home; `node:` modules only where they are named. */
const homes: Readonly<Record<string, readonly string[]>> = {
  undici: ['store'],
  webdav: ['store'],
  'fast-xml-parser': ['wire'],
  xmlbuilder2: ['emulator'],
  yaml: ['yaml'],
  zod: ['documents', 'catalogue', 'problems', 'plan', 'state', 'cli'],
  ink: ['review'],
  react: ['review'],
  diff: ['report'],
  'string-width': ['report'],
  saxes: ['emulator'],
  sharp: ['pictures'],
  commander: ['cli'],
  'node:sqlite': ['emulator', 'state'],
  'node:http': ['emulator', 'orders', 'pull-request', 'store'],
}

/** These folders are pure: time, randomness, disk and network come in as arguments. */
const pure = ['source', 'resources', 'records', 'pricing', 'problems', 'wire', 'rules', 'diff', 'plan', 'report']
const impure = /\b(?:Date\.now|new Date\(\)|Math\.random|fetch\(|process\.|node:fs|node:net|node:child_process)/

interface Import {
  readonly file: string
  readonly folder: string
  /** The file below src that is imported, or the name of a package. */
  readonly target: string
  readonly isLocal: boolean
  readonly typeOnly: boolean
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .toSorted()
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

function folderOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] ?? '') : ''
}

const imports: Import[] = [...sources].flatMap(([file, text]) =>
  [
    ...text.matchAll(/(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import\s+'([^']+)'|(?:import|require)\(\s*'([^']+)'\s*\)/g),
  ].map((match) => {
    const written = match[2] ?? match[3] ?? match[4] ?? ''
    const isLocal = written.startsWith('.')
    const target = isLocal ? relative(root, resolve(dirname(join(root, file)), written)) : written
    return { file, folder: folderOf(file), target, isLocal, typeOnly: match[1] !== undefined }
  }),
)
const local = imports.filter(({ isLocal }) => isLocal)

/** Every folder that holds a file, at every depth; the root is ''. */
const folders = [
  ...new Set(
    files.flatMap((file) => {
      const parts = file.split('/').slice(0, -1)
      return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))]
    }),
  ),
]

/** The file or direct sub-folder of a folder that holds a file, or nothing for a file elsewhere. */
function unitOf(folder: string, file: string): string | undefined {
  const prefix = folder === '' ? '' : `${folder}/`
  return file.startsWith(prefix) ? file.slice(prefix.length).split('/')[0] : undefined
}

/** The groups of units of a folder that import each other in a circle, types included. */
function circlesIn(folder: string): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { file, target } of local) {
    const from = unitOf(folder, file)
    const to = unitOf(folder, target)
    if (from === undefined || to === undefined || from === to) continue
    needs.set(from, (needs.get(from) ?? new Set()).add(to))
  }
  const reached = new Map([...needs.keys()].map((unit) => [unit, reachableFrom(unit, needs)]))
  const circles = [...reached]
    .filter(([unit, others]) => others.has(unit))
    .map(([unit, others]) => [...others].filter((other) => reached.get(other)?.has(unit)).toSorted())
  return [...new Set(circles.map((units) => `${folder || 'src'}: ${units.join(' <-> ')}`))]
}

function reachableFrom(start: string, needs: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...(needs.get(start) ?? [])]
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    if (seen.has(unit)) continue
    seen.add(unit)
    open.push(...(needs.get(unit) ?? []))
  }
  return seen
}

test('every folder of src is in the import table, and imports only what the table allows', () => {
  const top = new Set(files.map(folderOf).filter((folder) => folder !== ''))

  const forbidden = local
    .filter(({ folder, target }) => folder !== '' && folderOf(target) !== folder)
    .filter(({ folder, target }) => {
      const imported = folderOf(target)
      return imported === '' ? target !== 'errors.ts' : !floor.includes(imported) && !mayImport[folder]?.includes(imported)
    })
    .map(({ file, target }) => `${file} imports ${target}`)

  expect([...top].toSorted()).toEqual(Object.keys(mayImport).toSorted())
  expect(forbidden).toEqual([])
})

test('no file and no folder, at any depth, is part of a circle of imports, types included', () => {
  const circles = folders.flatMap(circlesIn)

  console.log(`${files.length} files, ${local.length} imports between them, ${folders.length} folders`)
  expect(circles).toEqual([])
  expect(files.length).toBeGreaterThan(500)
  expect(local.length).toBeGreaterThan(2500)
  expect(folders.length).toBeGreaterThan(25)
})

test('each package is imported in its home', () => {
  const outside = imports
    .filter(({ isLocal }) => !isLocal)
    .map((entry) => ({ ...entry, name: entry.target.startsWith('node:') ? entry.target : (entry.target.split('/')[0] ?? '') }))
    .filter(({ name }) => !name.startsWith('node:') || name in homes)

  const strays = outside.filter(({ folder, name }) => !homes[name]?.includes(folder)).map(({ file, target }) => `${file} imports ${target}`)

  expect(strays).toEqual([])
  expect(outside.length).toBeGreaterThan(20)
})

test('the pure folders use no clock, no random number, no network and no disk', () => {
  // The text of a script for browsers, of modules that are looked at here and of a package that has a time limit.
  const looked = files.filter((file) => pure.includes(folderOf(file)) && file !== 'report/html/client-script.ts')

  const calls = looked.filter((file) => impure.test(sources.get(file) ?? ''))

  expect(calls).toEqual([])
  expect(looked.length).toBeGreaterThan(100)
})

test('only the two main.ts touch process, and cli loads ink only when a screen is shown', () => {
  const touching = files.filter((file) => /\bprocess\.(?:exit|argv|stdin|stdout|stderr|on)\b/.test(sources.get(file) ?? ''))
  const eager = local.filter(
    ({ file, folder, target, typeOnly }) =>
      !typeOnly && folder === 'cli' && folderOf(target) === 'review' && /from '[^']*\/review\//.test(sources.get(file) ?? ''),
  )

  expect(touching).toEqual(['cli/main.ts', 'pull-request/main.ts'])
  expect(eager.map(({ file, target }) => `${file} imports ${target}`)).toEqual([])
  expect(files.length).toBeGreaterThan(500)
})
