import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfigValues } from '../../catalogue/config/read-config.ts'
import type { EmulatorOptions } from '../../emulator/emulator-options.ts'
import { parseFaultPlans } from '../../emulator/faults/check-fault-plan.ts'
import type { FaultPlan } from '../../emulator/faults/fault-plan.ts'
import { savedSnapshots } from '../../emulator/snapshots/snapshots.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { catalogueSeed } from '../../workspace/catalogue-seed.ts'
import { loadCatalogue } from '../../workspace/load-catalogue.ts'
import { catalogueRoot } from '../catalogue-root.ts'
import { openEmbeddedStore } from '../../workspace/embedded-store.ts'
import { restrictOwnFolder } from '../../workspace/restrict-own-folder.ts'
import type { GlobalOptions } from '../global-options.ts'
import { loginLine } from '../login-line.ts'
import { nextSignal } from '../next-signal.ts'
import { openShop } from '../open-browser.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { EmulatorFlags } from './emulator-usage.ts'

/** `planogram emulator`: runs the embedded store until a signal ends it; its ready lines go to stdout. */
export async function emulator(flags: EmulatorFlags, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { cwd } = surroundings
  const root = catalogueRoot(global, surroundings)
  if (flags.data === undefined) restrictOwnFolder(root)
  const folder = flags.data === undefined ? join(root, '.planogram', 'emulator') : resolve(cwd, flags.data)
  const settings = shopSettings(root, global.config)
  const store = await openEmbeddedStore(folder, { ...settings, ...(await startOptions(flags, surroundings, folder)) })
  if (!store.own) {
    throw new OperationalError('port-taken', `The store in ${folder} is already running at ${store.url}.`, {
      fix: 'Use that store, stop it first, or pass another folder with `--data`.',
    })
  }
  const ready = [`store  ${store.url}`, `files  ${store.filesUrl}/${store.site}/`, `key    ${store.key}`, loginLine(store.administrator)]
  await output.result(`${ready.filter((line) => line !== null).join('\n')}\n`)
  if (flags.seed !== undefined && !store.seeded) output.note('the store already has records; the seed was ignored\n')
  output.note(`shop at ${store.url}/, administration at ${store.url}/_admin/, inspector at ${store.url}/_emulator/\n`)
  output.note(`data in ${folder}; Ctrl-C stops the store\n`)
  const ended = nextSignal(surroundings)
  if (flags.open) openShop(store.url, { output, env: surroundings.env })
  const signal = await ended
  await store.close()
  output.note('the store is stopped; its data is kept\n')
  return signal === 'SIGINT' ? exitCodes.done : exitCodes.terminated
}

type StartOptions = Omit<EmulatorOptions, 'data'>

async function startOptions(flags: EmulatorFlags, { cwd, env }: Surroundings, folder: string): Promise<StartOptions> {
  const { port, key, profile, faults, seed, site, oauthClient: clients, webhookTarget: hosts } = flags
  return {
    profile,
    switches: flags.switch,
    webhooks: { hosts },
    ...(clients.length === 0 ? {} : { oauth: { clients } }),
    ...(site === undefined ? {} : { site }),
    ...(port === undefined ? {} : { port }),
    ...(key === undefined ? {} : { key }),
    ...(faults === undefined ? {} : { faults: readFaultFile(resolve(cwd, faults)) }),
    ...(seed === undefined ? {} : await beginningOf(seed, { cwd, env, folder })),
  }
}

/** What decides the prices on the pages of the shop, from the config of the catalogue; nothing without a config. */
function shopSettings(root: string, configFile: string): Pick<StartOptions, 'currencies' | 'timezone'> {
  if (!existsSync(join(root, configFile))) return {}
  const { currencies, timezone } = readConfigValues({ root, configFile }).values
  return { currencies, timezone }
}

/** A folder with a config is a catalogue; anything else is the name of a snapshot of the store in `folder`. */
async function beginningOf(
  seed: string,
  { cwd, env, folder }: Pick<Surroundings, 'cwd' | 'env'> & { readonly folder: string },
): Promise<StartOptions> {
  const root = resolve(cwd, seed)
  if (existsSync(join(root, 'planogram.yaml'))) return { seed: await catalogueSeed(await loadCatalogue({ root, env })) }
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
      fix: 'Check the path of `--faults`.',
      cause,
    })
  }
  return parseFaultPlans(text)
}
