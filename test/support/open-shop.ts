import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { Fields } from '../../src/resources/resource.ts'
import { type Ended, planogram } from './command-line.ts'

/** A catalogue in a temporary folder, and the store that it is pulled from. */
export interface Shop extends AsyncDisposable {
  readonly root: string
  readonly emulator: RunningEmulator
  run(...argv: readonly string[]): Promise<Ended>
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Every file except the config, by path. */
  files(): Record<string, string>
}

/** Starts a store with these records, and a catalogue for it: empty, or of these files. */
export async function openShop(records: readonly RecordTree[] = [], files: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const root = mkdtempSync(join(tmpdir(), 'planogram-pull-'))
  const emulator = await startEmulator({ now: () => new Date('2026-11-20T07:00:00Z') })
  const { url, filesUrl, site, key } = emulator
  const config = `stores: { shop: { base_url: "${url}", files_url: "${filesUrl}", site_name: ${site}, key: "\${SHOP_KEY}", capabilities: { deletes: generic, links: upsert, attributes: label } } }\n`
  for (const [path, text] of Object.entries({ 'planogram.yaml': config, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  emulator.seed(records)
  return {
    root,
    emulator,
    run: (...argv) => planogram(root, argv, { SHOP_KEY: key, PATH: process.env['PATH'] ?? '' }),
    put: async (path, bytes) => {
      const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
      await fetch(`${filesUrl}/${site}/${path}`, { method: 'PUT', body: Buffer.from(bytes), headers })
    },
    files: () => {
      const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
        (path) => /^[^.].*\.\w+$/.test(path) && path !== 'planogram.yaml',
      )
      return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** What somebody writes to the store of a shop without planogram. */
export function editStore(shop: Shop, resource: ResourceName, fields: Fields): void {
  shop.emulator.seed([bareRecord(resource, fields)])
}

/** The exit code of a command, and what it prints below its first two lines. */
export async function outcomeOf(shop: Shop, ...argv: readonly string[]): Promise<readonly [exitCode: number, text: string]> {
  const { exitCode, stdout } = await shop.run(...argv)
  return [exitCode, stdout.trimEnd().split('\n').slice(2).join('\n').trim()]
}
