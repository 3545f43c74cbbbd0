import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmulator } from '../src/emulator/start-emulator.ts'
import { copiedDocument, mostProducts } from './copied-products.ts'
import { generateCatalogue } from './generate-catalogue.ts'
import { measure, type Measurement } from './measure.ts'

/** How much a large store holds. */
export interface LargeSize {
  /** At most 2,000, or so many times 2,000. */
  readonly products: number
  /** Of each product. */
  readonly variants: number
  /** Price entries of each product. */
  readonly gridCells: number
}

/** A large store, and the catalogue from which it does not differ. */
export interface LargeStore {
  readonly url: string
  /** Runs `plan` once, with no change found. A cold one has neither a cache nor a state. */
  readonly plan: (kind: 'cold' | 'warm') => Promise<Measurement>
  /** What was requested so far, as paths in order. */
  readonly paths: () => Promise<readonly string[]>
  /** Bytes of the answers to them. */
  readonly sent: () => Promise<number>
  /** Limits all answers together to so many MB a second; 0 = no limit. */
  readonly limit: (megabytes: number) => Promise<void>
  readonly stop: () => Promise<void>
}

const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const key = 'bench-key'

/**
 * Fills an embedded store with 2,000 of the products by an apply, and serves its answers from another process, repeated with other skus. The
 * catalogue and all else is in `folder`; the first plan takes longer, because the answers are made for it.
 */
export async function startLargeStore(folder: string, { products, variants, gridCells }: LargeSize): Promise<LargeStore> {
  const [catalogue, first] = [join(folder, 'catalogue'), join(folder, 'first')]
  const env = { BENCH_KEY: key, XDG_CONFIG_HOME: join(folder, 'home') }
  const base = Math.min(products, mostProducts)
  const copies = Math.ceil(products / base)
  mkdirSync(first, { recursive: true })
  generateCatalogue(first, { products: base, variants, gridCells, perDocument: 200, seed: 1 })
  const emulator = await startEmulator({ key })
  writeFileSync(join(first, 'planogram.yaml'), configText(emulator.url))
  await measure({ program, args: ['apply', '--auto-approve', '--quiet', '--chdir', first], env }, 1)

  const server = spawn(process.execPath, [join(import.meta.dirname, 'multiplied-store.ts'), emulator.url, String(copies)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  const url = String(line)
  copyCatalogue(first, catalogue, copies)
  writeFileSync(join(catalogue, 'planogram.yaml'), configText(url))

  return {
    url,
    plan: async (kind) => {
      if (kind === 'cold') rmSync(join(catalogue, '.planogram'), { recursive: true, force: true })
      const measured = await measure({ program, args: ['plan', '--chdir', catalogue], env }, 1)
      if (!measured.output.includes('No changes.')) throw new Error(`The plan has changes:\n${measured.output.slice(0, 4_000)}`)
      return measured
    },
    paths: async () => (await fetch(`${url}/paths`)).json() as Promise<readonly string[]>,
    sent: async () => Number(await (await fetch(`${url}/sent`)).text()),
    limit: async (megabytes) => void (await fetch(`${url}/rate/${megabytes}`)),
    stop: async () => {
      server.kill()
      await emulator.close()
    },
  }
}

function configText(url: string): string {
  return `stores:\n  bench: { base_url: "${url}", key: "\${BENCH_KEY}", capabilities: { deletes: generic, links: upsert, attributes: label, batches: atomic } }\ndefault_store: bench\n`
}

function copyCatalogue(from: string, to: string, copies: number): void {
  const documents = join(from, 'products')
  mkdirSync(join(to, 'products'), { recursive: true })
  for (const name of readdirSync(from)) if (name.endsWith('.yaml')) cpSync(join(from, name), join(to, name))
  for (const name of readdirSync(documents)) {
    const text = readFileSync(join(documents, name), 'utf8')
    for (let copy = 0; copy < copies; copy += 1) writeFileSync(join(to, 'products', `${copy}-${name}`), copiedDocument(text, copy))
  }
}
