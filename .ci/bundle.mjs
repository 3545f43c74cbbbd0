// Joins the modules of the program into a few files: a command otherwise opens hundreds of them. The library stays as it is, and the packages but
// commander, zod, yaml, webdav and the part of undici that sends requests.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const dist = resolve(import.meta.dirname, '..', 'dist')
const program = join(dist, 'cli')
const draft = join(dist, '.cli')
const undici = resolve(dist, '..', 'node_modules', 'undici', 'lib')
/** Stays a file of its own: `--version` loads nothing else. */
const version = join(dist, 'workspace', 'engine-version.js')

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'))
/** Packages that are joined, each in a file of its own with its licence beside it. Two of three files that zod loads are messages in other languages. */
const joined = ['zod', 'undici', 'commander']
/** Of undici only what sends a request, and the fetch of webdav; a proxy loads the whole package. */
const isWholePackage = (name) => name === 'undici'
/** What a pool loads and never uses, since it is opened without HTTP/2: its part of Node takes longer to load than all of undici. */
const http2 = /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/
/** What undici loads for bodies of a form, for its other parser, and where the processor lacks instructions: it stays in the package. */
const rare = /(?:web\/(?:fetch\/(?:body\.js|formdata)|webidl)|milo\/(?:no-)?simd\.js|llhttp-wasm\.js)$/
/** Modules of Node with members that load more of it when they are read. An import by name reads every member, which takes 6 ms for `node:util`. */
const lazyParts = ['node:util', 'node:crypto', 'node:http']
/** The name of the package that a module is in. */
const packageOf = (id = '') => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1].replaceAll('\\', '/')
/** `commander` imports the part of Node that starts programs, for commands that are programs of their own. */
const isForPrograms = (name, importer) => name === 'node:child_process' && packageOf(importer) === 'commander'
/** What the common commands load first. Modules that the same of these need are one file, so that each loads what it uses in few files. */
const starts = [
  'cli/remembered/repeat-plan.js',
  'cli/run-program.js',
  'cli/commands/validate.js',
  'cli/commands/plan.js',
  'cli/commands/apply.js',
]
/** Packages that are joined with all that they import, each in a file of its own. */
const ownFiles = { yaml: './yaml.js', webdav: './webdav.js' }
/** The module that loads `yaml` when a document needs it. */
const yamlLoader = join(dist, 'yaml', 'library.js')
const packages = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !joined.includes(name) && !(name in ownFiles))

/** What `webdav` imports to send requests by itself. */
const given = ['@buttercup/fetch', 'http', 'https']
/** The modules that each start needs. */
const needs = new Map()

const bundle = await rolldown({
  input: join(program, 'main.js'),
  platform: 'node',
  // Modules of one file are used by others too: the file exports what they import.
  preserveEntrySignatures: 'allow-extension',
  external: (name, importer) =>
    name === version ||
    (isBuiltin(name) && !lazyParts.includes(name) && !isForPrograms(name, importer)) ||
    isWholePackage(name) ||
    packages.some((each) => name === each || name.startsWith(`${each}/`)),
  plugins: [
    {
      name: 'lazy-parts-of-node',
      resolveId: (source) => (lazyParts.includes(source) ? `\0${source}` : null),
      load: (id) => (id.startsWith('\0node:') ? `module.exports = process.getBuiltinModule('${id.slice(1)}')` : null),
    },
    {
      name: 'commander-without-programs',
      resolveId: (source, importer) => (isForPrograms(source, importer) ? '\0no-programs' : null),
      load: (id) => (id === '\0no-programs' ? "export default { spawn() { throw new Error('no command is a program') } }" : null),
    },
    {
      name: 'own-files',
      resolveId: (source) => (source in ownFiles ? { id: ownFiles[source], external: true } : null),
      transform(code, id) {
        if (id !== yamlLoader) return null
        if (!code.includes("require('yaml')")) throw new Error(`${id} does not load yaml as it did`)
        return code.replace("require('yaml')", `require('${ownFiles.yaml}')`)
      },
    },
    {
      name: 'parts-of-undici',
      load: (id) => (http2.test(id) ? "module.exports = () => { throw new Error('HTTP/2 is not used') }" : null),
      resolveId: (source, importer = '') => {
        const isRare = /[\\/]undici[\\/]lib[\\/](?!web[\\/])/.test(importer) && rare.test(source)
        return isRare
          ? { id: `undici/lib/${relative(undici, resolve(dirname(importer), source)).replaceAll('\\', '/')}`, external: true }
          : null
      },
    },
  ],
})
await bundle.write({
  dir: draft,
  format: 'esm',
  entryFileNames: 'main.js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'undici-fetch', test: /[\\/]undici[\\/]lib[\\/]web[\\/]/, priority: 2 },
      ...joined.map((name) => ({ name, test: new RegExp(`[\\\\/]node_modules[\\\\/]${name}[\\\\/]`), priority: 1 })),
      { name: fileOf, debugName: 'starts' },
    ],
  },
})
await bundle.close()
for (const name of joined) writeLicences(name, [name])
const yaml = Object.keys(createRequire(import.meta.url)('yaml')).join(', ')
// A package of CommonJS modules gets a name for each of its members.
await joinPackage('yaml', `import yaml from 'yaml'\nexport const { ${yaml} } = yaml\n`)
await joinPackage('webdav', "export * from 'webdav'\n")
rmSync(program, { recursive: true })
renameSync(draft, program)

/** Writes the file of a package, with the members that `entry` exports. */
async function joinPackage(name, entry) {
  const input = join(dist, `${name}-entry.js`)
  const whole = await rolldown({
    input,
    platform: 'node',
    plugins: [
      { name: 'entry', resolveId: (id) => (id === input ? id : null), load: (id) => (id === input ? entry : null) },
      {
        // The client is given a fetch and an agent.
        name: 'webdav-without-connections',
        resolveId: (id, importer) => (packageOf(importer) === 'webdav' && given.includes(id) ? '\0given' : null),
        load: (id) =>
          id === '\0given' ? "export const fetch = () => { throw new Error('webdav is given a fetch') }\nexport class Agent {}" : null,
      },
    ],
  })
  const { output } = await whole.write({ file: join(draft, ownFiles[name]), format: 'esm' })
  await whole.close()
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
  writeLicences(name, new Set(modules.flatMap((id) => packageOf(id) ?? [])))
}

/** Writes the licences of the packages of a file beside it. A package without a licence file is listed with the name of its licence. */
function writeLicences(file, names) {
  const texts = [...names].map((name) => {
    const folder = join(dist, '..', 'node_modules', name)
    const licence = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    const text = licence
      ? readFileSync(join(folder, licence), 'utf8')
      : JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license
    return `${name}\n\n${text.trim()}\n`
  })
  writeFileSync(join(draft, `${file}-LICENSE.txt`), texts.join('\n\n'))
}

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
