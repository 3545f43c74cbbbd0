import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The modules of packages that a script may use, by the name that is imported; the script contains the licence of the package. */
const packaged: Readonly<Record<string, { readonly licence: string; readonly modules: Readonly<Record<string, string>> }>> = {
  diff: {
    licence: 'node_modules/diff/LICENSE',
    modules: {
      diffWordsWithSpace: 'node_modules/diff/libesm/diff/word.js',
      diffSentences: 'node_modules/diff/libesm/diff/sentence.js',
    },
  },
}

/** One module of a script: `const m2 = (() => { ... })()`. */
interface Linked {
  readonly name: string
  readonly text: string
}

const importing = /^import\s+(?:(\w+)|\{([^}]*)\})\s+from\s+'([^']+)';?$/gm
const exporting = /^export (default )?(?:async )?(?:function\*?|class|const|let) (\w+)/gm

/**
 * A script without modules, made of a module and all that it imports: types are stripped, each module becomes a function that returns
 * what it exports. Understands named and default imports, and exports that are declarations, which is all that the page uses.
 */
function linkScript(entry: string): string {
  const linked = new Map<string, Linked>()
  const licences = new Set<string>()
  const nameOf = (path: string, from: readonly string[]): string => {
    const known = linked.get(path)
    if (known) return known.name
    if (from.includes(path))
      throw new Error(`${relative(root, path)} imports itself by ${from.map((each) => relative(root, each)).join(', ')}.`)
    const source = withoutComments(strippedText(path))
    const body = source.replace(importing, (_, whole: string | undefined, names: string | undefined, target: string) => {
      const found = packaged[target]
      if (found) licences.add(found.licence)
      if (whole !== undefined) return `const ${whole} = ${nameOf(resolve(dirname(path), target), [...from, path])}.default`
      return bindings(names ?? '')
        .map(({ name, as }) => {
          const module = found ? join(root, found.modules[name] ?? '') : resolve(dirname(path), target)
          return `const ${as} = ${nameOf(module, [...from, path])}.${name}`
        })
        .join('; ')
    })
    const exports = [...body.matchAll(exporting)].map(([, isDefault, name]) => (isDefault ? `default: ${name}` : name))
    const plain = body.replace(/^export (?:default )?/gm, '')
    if (/^\s*(?:import|export)\b/m.test(plain)) throw new Error(`${relative(root, path)} has an import or export that is not understood.`)
    const name = `m${linked.size}`
    linked.set(path, { name, text: `const ${name} = (() => {\n${plain.trim()}\nreturn { ${exports.join(', ')} }\n})()` })
    return name
  }
  nameOf(resolve(root, entry), [])
  const notices = [...licences].map((path) => `/*\n${readFileSync(join(root, path), 'utf8').trim()}\n*/`)
  return ["'use strict'", ...notices, ...[...linked.values()].map(({ text }) => text), ''].join('\n')
}

function bindings(names: string): readonly { readonly name: string; readonly as: string }[] {
  const written = names.split(',').map((part) => part.trim())
  return written
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', as = name] = part.split(/\s+as\s+/)
      return { name, as }
    })
}

function strippedText(path: string): string {
  const text = readFileSync(path, 'utf8')
  return path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

/** Whole lines that are comments, and blank lines: nobody reads them in the page. */
function withoutComments(text: string): string {
  const code = text
    .replace(/^[ \t]*\/\*[^]*?\*\/[ \t]*$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/.*)?$/.test(line))
  return code.map((line) => line.trimEnd()).join('\n')
}

/** The module `client-script.ts` with the script of the report page. */
export function clientScriptModule(): string {
  const script = linkScript('src/report/html/client/main.ts').replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
  return `/** The script of the report page, made of \`client/\` by \`npm run generate\`; its hash is in the policy of the page. */\nexport const clientScript = \`${script}\`\n`
}
