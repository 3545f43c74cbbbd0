import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import vm from 'node:vm'
import { type CachedCode, type CodeCache, type CodePlace, openCodeCache } from './code-cache.ts'
import { engineFlagName, usualEngineFlags } from './usual-engine-flags.ts'

/**
 * The scripts of the joined program (`.ci/bundle.mjs`). What V8 compiled of them is kept for later runs, also what it compiled while they ran; the compile cache
 * of Node has only what is compiled before a module runs (docs/decisions/093-code-of-earlier-runs.md).
 */
export interface ScriptLoader {
  /** What a script exports; a promise of it for one that waits for a package. */
  load(script: string): unknown
  /** Sets a flag of V8, which refuses code that was compiled with other flags. */
  setEngineFlag(flag: string): void
  /** Keeps the code of the scripts that were loaded. To be called at the end of a run. */
  save(): void
}

/** A script is one function, as Node makes it of a CommonJS module. It has no `import()` of its own, which is an experimental feature for scripts. */
type Run = (module: Module, require: Get, more: { readonly importModule: Get; readonly __filename: string }) => unknown
type Get = (name: string) => unknown

interface Module {
  exports: unknown
}

type Flags = ReadonlyMap<string, string>

interface Loaded {
  /** Of its code: the digest of its text, which `.ci/bundle.mjs` writes on its first line, and that of the flags. */
  readonly id: string
  readonly compiled: vm.Script
  /** Those that were set when it was compiled. */
  readonly flags: Flags
  readonly runs: CachedCode['runs']
  /** The size of the code that it was compiled with; 0 without. */
  readonly size: number
}

/** So many runs that load the same scripts add to the code of each of them: a second run does what the first one did not. */
const mostRuns = 2

/** Opens the scripts of a folder. `place`: where their compiled code is kept; default: it is not kept. */
export function openScripts(folder: string, place?: CodePlace): ScriptLoader {
  const codes = place && openCodeCache(place)
  const modules = new Map<string, Module>()
  const loaded: Loaded[] = []
  let flags: Flags = usualEngineFlags
  const requirePackage = openRequire(folder, () => flags)
  const compile = (file: string): vm.Script => {
    const one = compiledScript(file, flags, codes)
    loaded.push(one)
    return one.compiled
  }
  /** As in Node, a script that fails is not loaded: the next load of it fails in the same way. */
  const orForget = (script: string, run: () => unknown): unknown => {
    try {
      return run()
    } catch (error) {
      modules.delete(script)
      throw error
    }
  }
  const load = (script: string): unknown => {
    const before = modules.get(script)
    if (before) return before.exports
    const file = join(folder, script)
    const run: Run = compile(file).runInThisContext()
    // Another script that requires this one while it runs gets what it exports by then.
    const own: Module = { exports: {} }
    modules.set(script, own)
    const ended = orForget(script, () => run(own, get, { importModule, __filename: file }))
    if (!(ended instanceof Promise)) return own.exports
    const { exports } = own
    return (own.exports = ended.then(() => exports))
  }
  const get: Get = (name) => (isScript(name) ? load(name.slice('./'.length)) : requirePackage(name))
  const importModule: Get = async (name) => (isScript(name) ? load(name.slice('./'.length)) : import(name))
  return {
    load,
    setEngineFlag: (flag) => {
      setFlagsFromString(flag)
      flags = new Map(flags).set(engineFlagName(flag), flag)
    },
    save: () => {
      try {
        if (codes) keepCode(loaded, codes)
      } catch {
        // A run without it takes longer, and nothing else.
      }
    },
  }
}

/** Node has compiled code of its own modules, and keeps that of packages. V8 refuses both where its flags are not the usual ones. `flagsNow`: those that are set. */
function openRequire(folder: string, flagsNow: () => Flags): Get {
  const requirePackage = createRequire(join(folder, 'main.js'))
  const required = new Set<string>()
  return (name) => {
    const flags = flagsNow()
    if (required.has(name) || flags === usualEngineFlags) return requirePackage(name)
    required.add(name)
    setFlags(usualEngineFlags)
    try {
      return requirePackage(name)
    } finally {
      setFlags(flags)
    }
  }
}

function setFlags(flags: Flags): void {
  for (const flag of flags.values()) setFlagsFromString(flag)
}

/** Its text is in ASCII. */
function compiledScript(file: string, flags: Flags, codes: CodeCache | undefined): Loaded {
  const text = readFileSync(file, 'latin1')
  const id = `${text.slice('// '.length, text.indexOf('\n'))}-${shortHash([...flags.values()])}`
  const known = codes?.find(id)
  const compiled = new vm.Script(text, { filename: file, cachedData: known?.code })
  const size = known && compiled.cachedDataRejected === false ? known.code.length : 0
  return { id, compiled, flags, runs: known?.runs ?? {}, size }
}

function isScript(name: string): boolean {
  return name.endsWith('.cjs')
}

/** Runs that load the same scripts do similar work. */
function kindOf(loaded: readonly Loaded[]): string {
  return shortHash(loaded.map(({ id }) => id).toSorted())
}

function shortHash(parts: readonly string[]): string {
  return hash('sha256', parts.join('\n')).slice(0, 8)
}

function keepCode(loaded: readonly Loaded[], codes: CodeCache): void {
  const kind = kindOf(loaded)
  let set: Flags | undefined
  for (const { id, compiled, flags, runs, size } of loaded) {
    const count = runs[kind] ?? 0
    if (count >= mostRuns) continue
    if (flags !== set) setFlags(flags)
    set = flags
    const created = compiled.createCachedData()
    // In a long run V8 drops code that has not run for a while.
    const code = created.length < size ? (codes.find(id)?.code ?? created) : created
    codes.keep(id, { code, runs: { ...runs, [kind]: count + 1 } })
  }
}
