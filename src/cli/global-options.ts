import { z } from 'zod'
import { choice, flag, option, text } from './option.ts'

/** The config of a catalogue where `--config` names none. */
export const defaultConfig = 'planogram.yaml'

/** The options that every command takes. */
export const globalOptions = z.object({
  chdir: option('-C, --chdir <folder>', 'Use the catalogue in this folder', { schema: z.string().default('.') }),
  config: option('-c, --config <file>', 'Use this config; a path from the catalogue root', {
    schema: z.string().default(defaultConfig),
  }),
  store: text('-s, --store <store>', 'Use this store of the config (default: its default_store; validate and runs: every store)'),
  color: choice('--color <when>', 'Colour the output', ['auto', 'always', 'never']),
  quiet: flag('-q, --quiet', 'Print results and errors only'),
  verbose: flag('-v, --verbose', 'Print every detail of every change'),
  input: option('--no-input', 'Ask nothing; fail where an answer is needed', { schema: z.boolean().default(true) }),
})

export type GlobalOptions = z.infer<typeof globalOptions>
