// Joins the modules of the program into a few files: a command otherwise opens hundreds of them. The library stays as it is, and the packages but zod.
import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const dist = resolve(import.meta.dirname, '..', 'dist')
const program = join(dist, 'cli')
const draft = join(dist, '.cli')
/** Stays a file of its own: `--version` loads nothing else. */
const version = join(dist, 'workspace', 'engine-version.js')

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'))
/** Two of three files that it loads are messages in other languages. */
const joined = 'zod'
/** What the common commands load first. Modules that the same of these need are one file, so that each loads what it uses in few files. */
const starts = [
  'cli/remembered/repeat-plan.js',
  'cli/run-program.js',
  'cli/commands/schema.js',
  'cli/commands/validate.js',
  'cli/commands/plan.js',
  'cli/commands/apply.js',
]
const packages = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== joined)

/** The modules that each start needs. */
const needs = new Map()

const bundle = await rolldown({
  input: join(program, 'main.js'),
  platform: 'node',
  // Modules of one file are used by others too: the file exports what they import.
  preserveEntrySignatures: 'allow-extension',
  external: (name) => name === version || isBuiltin(name) || packages.some((each) => name === each || name.startsWith(`${each}/`)),
})
await bundle.write({
  dir: draft,
  format: 'esm',
  entryFileNames: 'main.js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: joined, test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 1 },
      { name: fileOf, debugName: 'starts' },
    ],
  },
})
await bundle.close()
copyFileSync(join(dist, '..', 'node_modules', joined, 'LICENSE'), join(draft, `${joined}-LICENSE.txt`))
rmSync(program, { recursive: true })
renameSync(draft, program)

/** The names of the starts that import a module, directly or through others; `null` where none does: rolldown decides about those. */
function fileOf(id, context) {
  for (const start of starts) if (!needs.has(start)) needs.set(start, modulesBelow(join(dist, start), context))
  const users = starts.filter((start) => needs.get(start).has(id))
  return users.length === 0 ? null : users.map((start) => basename(start, '.js')).join('-')
}

/** A module and all that it imports, without what it loads later. */
function modulesBelow(start, context) {
  const found = new Set([start])
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}
