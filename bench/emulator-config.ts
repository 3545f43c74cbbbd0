import type { RunningEmulator } from '../src/emulator/emulator-options.ts'

/** The key of the emulator of a benchmark. */
export const emulatorKey = 'bench-key'

/** The variable that the config reads the key from. */
export const emulatorEnv = { BENCH_KEY: emulatorKey }

/** The config of a catalogue whose store is an emulator with all capabilities. */
export function configText({ url, filesUrl, site }: Pick<RunningEmulator, 'url' | 'filesUrl' | 'site'>): string {
  return [
    'stores:',
    '  bench:',
    `    base_url: ${url}`,
    `    files_url: ${filesUrl}`,
    `    site_name: ${site}`,
    '    key: ${BENCH_KEY}',
    '    capabilities: { deletes: generic, links: upsert, attributes: label, batches: atomic }',
    'default_store: bench',
    '',
  ].join('\n')
}
