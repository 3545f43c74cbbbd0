// Joins the modules of the program into a few scripts: a command otherwise opens hundreds of files, and what V8 compiles of a script while it runs is kept for
// later runs (src/cli/script-loader.ts). The library stays as it is, and so do the packages that are not named here.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const dist = resolve(import.meta.dirname, '..', 'dist')
const program = join(dist, 'cli')
const draft = join(dist, '.cli')
const undici = resolve(dist, '..', 'node_modules', 'undici', 'lib')
/** Joined into the program, and a module of its own for `--version`, which loads nothing else. */
const version = join(dist, 'workspace', 'engine-version.js')

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'))
/** Packages that are joined, each in a file of its own with its licence beside it. Two of three files that zod loads are messages in other languages. */
const joined = ['zod', 'undici', 'commander']
/** Of undici only what sends a request, and the fetch of webdav; a proxy loads the whole package. */
const isWholePackage = (name) => name === 'undici'
/** What a pool loads and never uses, since it is opened without HTTP/2: its part of Node takes longer to load than all of undici. */
const http2 = /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/
/** The part of undici that sends requests. */
const sender = /[\\/]undici[\\/]lib[\\/](?!web[\\/])/
/** What undici needs of parts of Node that take 4 ms to load: the largest head of an answer that Node has by default, a kind of body that is never sent, and a function. */
const partsForUndici = {
  'node:http': 'module.exports = { maxHeaderSize: 16384 }',
  'node:assert': "module.exports = (value, message) => { if (!value) throw new Error(message ?? 'a condition of undici does not hold') }",
}
const isForUndici = (name, importer = '') =>
  (name === 'node:http' && sender.test(importer)) || (name === 'node:assert' && packageOf(importer) === 'undici')
/** What a module of undici needs besides. */
const missingForUndici = (code, id) =>
  (packageOf(id) === 'undici' && /\bassert\.\w+/.exec(code)) ||
  (sender.test(id) && /\bhttp\.(?!maxHeaderSize\b)\w+|\{(?! IncomingMessage \})[^{}]*\} = require\('node:http'\)/.exec(code))
/** What undici loads for bodies of a form, for its other parser, and where the processor lacks instructions: it stays in the package. */
const rare = /(?:web\/(?:fetch\/(?:body\.js|formdata)|webidl)|milo\/(?:no-)?simd\.js|llhttp-wasm\.js)$/
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
/** Packages that are joined with all that they import, by the names of their scripts: what is needed together is joined together. */
const ownScripts = [{ yaml: 'yaml' }, { webdav: 'webdav' }, { ink: 'ink', react: 'react', 'react-jsx': 'react/jsx-runtime' }]
/** The script of each, by what is imported. */
const scriptOfPackage = new Map(ownScripts.flatMap((each) => Object.entries(each).map(([script, name]) => [name, `./${script}.cjs`])))
const packages = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
  (name) => !joined.includes(name) && !scriptOfPackage.has(name),
)

/** It waits while it is loaded, and so do scripts that import it. */
const waiting = './ink.cjs'
/** What `webdav` imports to send requests by itself. */
const given = ['@buttercup/fetch', 'http', 'https']
/** The modules that each start needs. */
const needs = new Map()

const bundle = await rolldown({
  input: join(program, 'start-program.js'),
  platform: 'node',
  // Modules of one file are used by others too: the file exports what they import.
  preserveEntrySignatures: 'allow-extension',
  external: (name, importer) =>
    (isBuiltin(name) && !isForPrograms(name, importer) && !isForUndici(name, importer)) ||
    isWholePackage(name) ||
    packages.some((each) => name === each || name.startsWith(`${each}/`)),
  plugins: [
    {
      name: 'commander-without-programs',
      resolveId: (source, importer) => (isForPrograms(source, importer) ? '\0no-programs' : null),
      load: (id) => (id === '\0no-programs' ? "export default { spawn() { throw new Error('no command is a program') } }" : null),
    },
    {
      name: 'own-scripts',
      // A script has a `require` of its own.
      transform: (code) => code.replace('const require = createRequire(import.meta.url);', ''),
      resolveId: (source) => (scriptOfPackage.has(source) ? { id: scriptOfPackage.get(source), external: true } : null),
    },
    {
      name: 'parts-of-undici',
      transform(code, id) {
        const missing = missingForUndici(code, id)
        if (missing) throw new Error(`${id} needs ${missing[0]}, which partsForUndici does not have`)
      },
      load: (id) =>
        http2.test(id) ? "module.exports = () => { throw new Error('HTTP/2 is not used') }" : (partsForUndici[id.slice(1)] ?? null),
      resolveId: (source, importer = '') => {
        if (isForUndici(source, importer)) return `\0${source}`
        return sender.test(importer) && rare.test(source)
          ? { id: `undici/lib/${relative(undici, resolve(dirname(importer), source)).replaceAll('\\', '/')}`, external: true }
          : null
      },
    },
  ],
})
const { output } = await bundle.write({
  dir: draft,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
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
for (const script of output) writeFileSync(join(draft, script.fileName), scriptOf({ ...script, code: withConstants(script) }))
await writeMain()
for (const name of joined) writeLicences(name, [name])
for (const scripts of ownScripts) await joinPackages(scripts)
rmSync(program, { recursive: true })
renameSync(draft, program)

/** `code` with its one `before` replaced. */
function replaced(code, before, after) {
  if (code.split(before).length !== 2) throw new Error(`${before} is not in the code once`)
  return code.replace(before, after)
}

/**
 * The code of a script with a constant for each name that it uses of another script: reading it there each time takes longer. Scripts that need each other do
 * not have each other's names when they begin.
 */
function withConstants({ code, fileName }) {
  const exported = new Set([...code.matchAll(/get: function\(\) \{\n\t\treturn ([\w$]+);/g)].map(([, name]) => name))
  const changed = [...code.matchAll(/^let ([\w$]+)/gm)].find(([, name]) => exported.has(name))
  if (changed) throw new Error(`${fileName} exports ${changed[1]}, which can change`)
  const imports = [...code.matchAll(/^const (\w+) = require\("\.\/([^"]+\.cjs)"\);$/gm)]
  const promised = imports.find(([, , file]) => output.find((script) => script.fileName === file)?.code.includes(waiting))
  if (promised) throw new Error(`${fileName} needs ${promised[2]} at once, which waits`)
  return imports
    .filter(([, , file]) => !scriptsBelow(file).has(fileName))
    .reduce((text, [line, name, file]) => {
      const members = new Set()
      const direct = text.replaceAll(new RegExp(`\\b${name}\\.([\\w$]+)`, 'g'), (_, member) => {
        members.add(member)
        return `${name}_${member}`
      })
      const constants = [...members].map((member) => `${member}: ${name}_${member}`)
      return members.size === 0 ? text : direct.replace(line, () => `const { ${constants.join(', ')} } = require("./${file}");`)
    }, code)
}

/** A script and all that it needs when it is loaded. */
function scriptsBelow(start) {
  const found = new Set([start])
  for (const file of found) for (const needed of output.find(({ fileName }) => fileName === file)?.imports ?? []) found.add(needed)
  return found
}

/**
 * A script is a function (`Run` in src/cli/script-loader.ts), after a line with its digest; one that waits for another, or while it is loaded (`__waitFor`), is
 * an asynchronous function.
 */
function scriptOf({ code }) {
  const direct = code.replaceAll(`require("${waiting}")`, `__waitFor(importModule("${waiting}"))`)
  const body = direct.replaceAll(/\bimport\((?=["'])/g, 'importModule(').replaceAll(/\b__waitFor\(/g, 'await (')
  if (/\bimport\(/.test(body)) throw new Error('a script imports a module whose name is not known')
  const kind = direct.includes('__waitFor(') ? 'async function' : 'function'
  const start = `'use strict';\n(${kind} (module, require) {\nconst { exports } = module;\nconst { importModule, __filename } = arguments[2];\n`
  const text = inAscii(`${start}${body}\n})\n`)
  return `// ${hash('sha256', text)}\n${text}`
}

/** A text in ASCII is read in half the time, and takes half the memory. */
function inAscii(text) {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(text)) throw new Error('a raw text of a script is not in ASCII')
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Writes the start of the program, which loads the scripts. */
async function writeMain() {
  const input = join(program, 'main.js')
  const main = await rolldown({
    input,
    platform: 'node',
    external: [version],
    plugins: [
      {
        // An import by name reads every member, and one of them loads Web Crypto.
        name: 'lazy-crypto',
        resolveId: (source) => (source === 'node:crypto' ? `\0${source}` : null),
        load: (id) => (id === '\0node:crypto' ? "module.exports = process.getBuiltinModule('node:crypto')" : null),
      },
      {
        name: 'start-of-scripts',
        transform: (code, id) =>
          id === input ? replaced(code, "await import('./start-program.js')", "scripts.load('start-program.cjs')") : null,
      },
    ],
  })
  await main.write({ dir: draft, format: 'esm', entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' })
  await main.close()
}

/** Writes the scripts of packages. */
async function joinPackages(scripts) {
  const whole = await rolldown({
    cwd: dirname(dist),
    input: scripts,
    platform: 'node',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        // The client is given a fetch and an agent.
        name: 'webdav-without-connections',
        resolveId: (id, importer) => (packageOf(importer) === 'webdav' && given.includes(id) ? '\0given' : null),
        load: (id) =>
          id === '\0given' ? "export const fetch = () => { throw new Error('webdav is given a fetch') }\nexport class Agent {}" : null,
      },
      {
        // Scripts have no `await` outside of functions, as rolldown sees them.
        name: 'waiting-without-await',
        transform(code, id) {
          if (id.endsWith(join('yoga-layout', 'dist', 'src', 'index.js')))
            return replaced(code, 'await loadYoga()', '__waitFor(loadYoga())')
          return id.endsWith(join('ink', 'build', 'reconciler.js')) ? withoutDevtools(code) : null
        },
      },
    ],
  })
  const { output } = await whole.write({ dir: draft, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' })
  await whole.close()
  for (const script of output) writeFileSync(join(draft, script.fileName), scriptOf(script))
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
  writeLicences(Object.keys(scripts)[0], new Set(modules.flatMap((id) => packageOf(id) ?? [])))
}

/** ink without what it waits for where `DEV=true`: tools for its developers, and its own version. */
function withoutDevtools(code) {
  return [
    ["import.meta.resolve('react-devtools-core')", "throw new Error('not joined')"],
    ["await import('./devtools.js')", ''],
    ['await loadPackageJson()', 'packageInfo'],
  ].reduce((text, [before, after]) => replaced(text, before, after), code)
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
