import { z } from 'zod'
import { profileNames } from '../../emulator/assumptions/profiles.ts'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, option, text } from '../option.ts'

const portHelp = 'Give a whole number from 0 to 65535.'

export const emulatorUsage = defineUsage({
  name: 'emulator',
  group: 'Stores',
  description: 'Run the embedded store until Ctrl-C',
  options: z.object({
    port: option('-p, --port <number>', 'Port on 127.0.0.1 (default: a free port)', {
      schema: z
        .string()
        .regex(/^\d{1,5}$/, { error: portHelp })
        .transform(Number)
        .refine((port) => port <= 65_535, { error: portHelp })
        .optional(),
    }),
    data: text('-d, --data <folder>', 'Folder of its data (default: .planogram/emulator of the catalogue)'),
    key: text('-k, --key <key>', 'Application key (default: the key that the store was created with)'),
    seed: text('--seed <folder or snapshot>', 'Fill an empty store from this catalogue, or restore this snapshot, which replaces all data'),
    profile: choice('--profile <name>', 'Behaviour where the document of the platform is silent', profileNames),
    faults: text('--faults <file>', 'Fault plans as JSON, see docs/emulator.md'),
  }),
  examples: [
    ['planogram emulator', 'the store of this catalogue'],
    ['planogram emulator --port 8080 --data /tmp/store --seed my-shop', 'another store, on a fixed port'],
    ['planogram emulator --profile hostile', 'the worst behaviour that the document of the platform allows'],
  ],
  notes: ['Next: open the address of the shop in a browser.'],
  exitCodes: {
    done: 'stopped by Ctrl-C',
    error: 'the store is already running, its port is in use, or its data cannot be opened',
    usage: 'an option is wrong',
    invalid: 'the catalogue of --seed is invalid, or the config is not UTF-8 text',
    terminated: 'stopped by SIGTERM',
  },
})

export type EmulatorFlags = OptionsOf<typeof emulatorUsage>
