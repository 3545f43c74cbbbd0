import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Measurement, measure } from './measure.ts'

const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const port = 18_191
/** The most products in one document of the catalogue: the program takes none above 20 MB. */
export const documentSize = 10_000

/** The products of the race: a stand-in for a store that has them, and a catalogue that declares them. */
export interface RaceStore {
  /** The folder of the catalogue. */
  readonly catalogue: string
  /** A folder for further files, which `close` removes. */
  readonly work: string
  /** Runs `plan` of a catalogue. */
  readonly plan: (catalogue: string) => Promise<Measurement>
  /** Removes what `plan` has remembered of a catalogue. */
  readonly forget: (catalogue: string) => void
  /** The variables that its config reads. */
  readonly env: Readonly<Record<string, string>>
  /** Runs the floor, which reads the same products and pages. */
  readonly floor: () => Promise<Measurement>
  readonly close: () => void
}

/** How the catalogue of `plan` is written. */
interface CatalogueForm {
  /** Default: as few as hold the products. */
  readonly documents?: number
  /** One product in so many has another price; default: none. */
  readonly every?: number
}

/** Starts the store. `folder` has `store/server.mjs`, `store/gen_catalogue.mjs` and `micro/floor.mjs`, with js-yaml installed. */
export async function startRaceStore(
  folder: string,
  products: number,
  { documents = Math.ceil(products / documentSize), every }: CatalogueForm = {},
): Promise<RaceStore> {
  const work = mkdtempSync(join(tmpdir(), 'planogram-race-'))
  // Of a million products the store keeps 6 GB of answers.
  const args = ['--max-old-space-size=16000', join(folder, 'store', 'server.mjs'), '--port', String(port), '--products', String(products)]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const close = (): void => {
    server.kill()
    rmSync(work, { recursive: true })
  }
  const url = `http://127.0.0.1:${port}`
  const env = { RACE_KEY: 'key', XDG_CONFIG_HOME: join(work, 'home') }
  const generate = (files: number, out: string, more: readonly string[] = []): void => {
    const given = ['--n', String(products), '--files', String(files), '--url', url, '--out', join(work, out), ...more]
    execFileSync(process.execPath, [join(folder, 'store', 'gen_catalogue.mjs'), ...given])
  }
  try {
    await once(createInterface({ input: server.stdout }), 'line')
    generate(documents, '.', every === undefined ? [] : ['--every', String(every)])
  } catch (error) {
    close()
    throw error
  }
  return {
    catalogue: join(work, 'planogram'),
    work,
    plan: (catalogue) => measure({ program, args: ['plan', '--chdir', catalogue], env }, 1),
    forget: (catalogue) => rmSync(join(catalogue, '.planogram'), { recursive: true, force: true }),
    env,
    floor: () => {
      const document = join(work, 'floor', 'catalogue.yaml')
      if (!existsSync(document)) generate(1, 'floor')
      return measure({ program: join(folder, 'micro', 'floor.mjs'), args: [url, document, '1'] }, 1)
    },
    close,
  }
}

/** A plan that has found no change; any other one is an error. */
export function withoutChanges(plan: Measurement): Measurement {
  if (!plan.output.includes('No changes.')) throw new Error(`The plan has changes:\n${plan.output}`)
  return plan
}
