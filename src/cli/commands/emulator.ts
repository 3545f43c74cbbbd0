import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '../../catalogue/config/read-config.ts'
import type { EmulatorOptions } from '../../emulator/emulator-options.ts'
import { parseFaultPlans } from '../../emulator/faults/check-fault-plan.ts'
import type { FaultPlan } from '../../emulator/faults/fault-plan.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import type { Seed } from '../../emulator/seed/seed.ts'
import { asStored } from '../../records/as-stored.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import { openEmbeddedStore } from '../../workspace/embedded-store.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { EmulatorFlags } from './emulator-usage.ts'

/** `planogram emulator`: runs the embedded store until a signal ends it; its ready lines go to stdout. */
export async function emulator(flags: EmulatorFlags, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { cwd } = surroundings
  const root = catalogueRoot(global, surroundings)
  const folder = flags.data === undefined ? join(root, '.planogram', 'emulator') : resolve(cwd, flags.data)
  const settings = shopSettings(root, global.config)
  const store = await openEmbeddedStore(folder, { ...settings, ...(await startOptions(flags, surroundings)) })
  if (!store.own) {
    throw new OperationalError('port-taken', `The store in ${folder} is already running at ${store.url}.`, {
      fix: 'Use that store, stop it first, or pass another folder with `--data`.',
    })
  }
  await output.result(`store  ${store.url}\nfiles  ${store.filesUrl}/${store.site}/\nkey    ${store.key}\n`)
  if (flags.seed !== undefined && !store.seeded) output.note('the store already has records; the seed was ignored\n')
  output.note(`shop at ${store.url}/, inspector at ${store.url}/_emulator/\ndata in ${folder}; Ctrl-C stops the store\n`)
  const signal = await nextSignal(surroundings)
  await store.close()
  output.note('the store is stopped; its data is kept\n')
  return signal === 'SIGINT' ? exitCodes.done : exitCodes.terminated
}

type StartOptions = Omit<EmulatorOptions, 'data'>

async function startOptions({ port, key, profile, faults, seed }: EmulatorFlags, { cwd, env }: Surroundings): Promise<StartOptions> {
  return {
    profile,
    ...(port === undefined ? {} : { port }),
    ...(key === undefined ? {} : { key }),
    ...(faults === undefined ? {} : { faults: readFaultFile(resolve(cwd, faults)) }),
    ...(seed === undefined ? {} : await seedOf(seed, { cwd, env })),
  }
}

/** What decides the prices on the pages of the shop, from the config of the catalogue; nothing without a config. */
function shopSettings(root: string, configFile: string): Pick<StartOptions, 'currencies' | 'timezone'> {
  if (!existsSync(join(root, configFile))) return {}
  const { currencies, timezone } = readConfig({ root, configFile, store: undefined }).config
  return { currencies, timezone }
}

/** A folder with a config is a catalogue; anything else is the name of a snapshot. */
async function seedOf(seed: string, { cwd, env }: Pick<Surroundings, 'cwd' | 'env'>): Promise<StartOptions> {
  const root = resolve(cwd, seed)
  return existsSync(join(root, 'planogram.yaml')) ? { seed: await catalogueSeed(root, env) } : { snapshot: seed }
}

function readFaultFile(path: string): readonly FaultPlan[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new OperationalError('file-unreadable', `The fault plans ${path} cannot be read.`, {
      fix: 'Check the path of `--faults`.',
      cause,
    })
  }
  return parseFaultPlans(text)
}

/** The records and pictures of a catalogue. Throws `catalogue-invalid`. */
async function catalogueSeed(root: string, env: Surroundings['env']): Promise<Seed> {
  const { desired, problems, readPicture } = await loadCatalogue({ root, env })
  const [first, ...others] = problems.filter(({ severity }) => severity === 'error')
  if (first) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`
    throw new OperationalError('catalogue-invalid', `The catalogue ${root} cannot be a seed: ${first.message}${more}.`, {
      fix: 'Run `planogram validate` in that folder and fix the errors.',
    })
  }
  return {
    records: Object.values(desired.roots).flatMap((records) => records.map(asStored)),
    files: await Promise.all(desired.files.map(async ({ path, from, sha256 }) => ({ path, bytes: await readPicture(from, sha256) }))),
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
