// Joins the modules of the program into a few files: a command otherwise opens hundreds of them. The library stays as it is, and the packages but zod.
import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const dist = resolve(import.meta.dirname, '..', 'dist')
const program = join(dist, 'cli')
const draft = join(dist, '.cli')
/** Stays a file of its own: `--version` loads nothing else. */
const version = join(dist, 'workspace', 'engine-version.js')

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'))
/** Two of three files that it loads are messages in other languages. */
const joined = 'zod'
const packages = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => name !== joined)

const bundle = await rolldown({
  input: join(program, 'main.js'),
  platform: 'node',
  external: (name) => name === version || isBuiltin(name) || packages.some((each) => name === each || name.startsWith(`${each}/`)),
})
await bundle.write({
  dir: draft,
  format: 'esm',
  entryFileNames: 'main.js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: { groups: [{ name: joined, test: /[\\/]node_modules[\\/]zod[\\/]/ }] },
})
await bundle.close()
copyFileSync(join(dist, '..', 'node_modules', joined, 'LICENSE'), join(draft, `${joined}-LICENSE.txt`))
rmSync(program, { recursive: true })
renameSync(draft, program)
