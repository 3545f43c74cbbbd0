import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A temporary catalogue folder; `using` removes it. */
export interface ShopFolder extends Disposable {
  readonly root: string
  write(file: string, content: string | Uint8Array): void
}

const defaultConfig = 'stores: { local: { emulator: true } }\ndefault_store: local\n'

/** Makes a catalogue of these documents, with a config for the embedded store unless one is given. */
export function shopFolder(documents: Readonly<Record<string, string | Uint8Array>>): ShopFolder {
  const root = mkdtempSync(join(tmpdir(), 'planogram-shop-'))
  const write = (file: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  for (const [file, content] of Object.entries({ 'planogram.yaml': defaultConfig, ...documents })) write(file, content)
  return { root, write, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}
