import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '../../catalogue/config/read-config.ts'
import type { ShownAdministrator } from '../../emulator/administration/administrator.ts'
import type { EmulatorOptions } from '../../emulator/emulator-options.ts'
import { parseFaultPlans } from '../../emulator/faults/check-fault-plan.ts'
import type { FaultPlan } from '../../emulator/faults/fault-plan.ts'
import { savedSnapshots } from '../../emulator/snapshots/snapshots.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { catalogueSeed } from '../catalogue-seed.ts'
import { type EmbeddedStore, openEmbeddedStore } from '../embedded-store.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'

/** `planogram emulator`: runs the embedded store until a signal ends it; its ready lines go to stdout. */
export async function emulator(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const { cwd } = surroundings
  const folder = options.data === undefined ? join(resolve(cwd, options.chdir), '.planogram', 'emulator') : resolve(cwd, options.data)
  const store = await open(folder, { options, start: await startOptions(options, surroundings, folder) })
  if (!store.own) {
    throw new OperationalError('port-taken', `The store in ${folder} is already running at ${store.url}.`, {
      fix: 'Use that one, or stop it first; another folder (--data) is another store.',
    })
  }
  const ready = [`store  ${store.url}`, `files  ${store.filesUrl}/${store.site}/`, `key    ${store.key}`, loginLine(store.administrator)]
  await output.result(`${ready.filter((line) => line !== null).join('\n')}\n`)
  if (options.seed !== undefined && !store.seeded) output.note('the store holds records already; the seed was left out\n')
  output.note(`shop at ${store.url}/, administration at ${store.url}/_admin/, inspector at ${store.url}/_emulator/\n`)
  output.note(`data in ${folder}; Ctrl-C stops the store\n`)
  const signal = await nextSignal(surroundings)
  await store.close()
  output.note('the store is stopped; its data is kept\n')
  return signal === 'SIGINT' ? exitCodes.done : exitCodes.terminated
}

/** The user and the generated password of the administration tool; a password that was given is not printed. */
function loginLine(administrator: ShownAdministrator | null): string | null {
  return administrator?.password ? `login  ${administrator.user} ${administrator.password}` : null
}

type StartOptions = Omit<EmulatorOptions, 'data'>

async function startOptions(options: GlobalOptions, { cwd, env }: Surroundings, folder: string): Promise<StartOptions> {
  const { port, key, profile, faults, seed } = options
  return {
    ...shopSettings(resolve(cwd, options.chdir), options.config),
    ...(port === undefined ? {} : { port }),
    ...(key === undefined ? {} : { key }),
    ...(profile === undefined ? {} : { profile }),
    ...(faults === undefined ? {} : { faults: readFaultFile(resolve(cwd, faults)) }),
    ...(seed === undefined ? {} : await beginningOf(seed, { cwd, env, folder })),
  }
}

/** What the prices on the shop pages follow, from the config of the catalogue that the command stands in; nothing without one. */
function shopSettings(root: string, configFile: string): Pick<StartOptions, 'currencies' | 'timezone'> {
  if (!existsSync(join(root, configFile))) return {}
  const { currencies, timezone } = readConfig({ root, configFile, store: undefined }).config
  return { currencies, timezone }
}

/** A folder with a config is a catalogue; anything else is the name of a snapshot of the store in `folder`. */
async function beginningOf(
  seed: string,
  { cwd, env, folder }: Pick<Surroundings, 'cwd' | 'env'> & { readonly folder: string },
): Promise<StartOptions> {
  const root = resolve(cwd, seed)
  if (existsSync(join(root, 'planogram.yaml'))) return { seed: await catalogueSeed(root, env) }
  const saved = savedSnapshots(join(folder, 'snapshots'))
  if (saved.includes(seed)) return { snapshot: seed }
  const why = existsSync(root) ? `${root} contains no planogram.yaml` : `the folder ${root} does not exist`
  throw new OperationalError('wrong-usage', `The seed ${seed} is neither a catalogue (${why}) nor a snapshot of this store.`, {
    fix: `Pass the folder of a planogram.yaml, or ${saved.length === 0 ? 'save a snapshot first' : `one of the snapshots ${saved.join(', ')}`}.`,
  })
}

function readFaultFile(path: string): readonly FaultPlan[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new OperationalError('file-unreadable', `The fault plans ${path} cannot be read.`, {
      fix: 'Check the path behind --faults.',
      cause,
    })
  }
  return parseFaultPlans(text)
}

async function open(folder: string, { options, start }: { options: GlobalOptions; start: StartOptions }): Promise<EmbeddedStore> {
  try {
    return await openEmbeddedStore(folder, start)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code !== 'EADDRINUSE') throw cause
    throw new OperationalError('port-taken', `Port ${String(options.port)} is taken by another program.`, {
      fix: 'Name another one with --port, or leave it out for a free one.',
      cause,
    })
  }
}

function nextSignal({ onSignal }: Surroundings): Promise<'SIGINT' | 'SIGTERM'> {
  return new Promise((ended) => {
    const off = onSignal((signal) => {
      off()
      ended(signal)
    })
  })
}
