import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice } from '../option.ts'

export const doctorUsage = defineUsage({
  name: 'doctor',
  group: 'Stores',
  description: 'Print what this key and this store can do; the store is only read',
  options: z.object({
    format: choice('-f, --format <format>', 'Format of the result', ['text', 'json']),
  }),
  examples: [
    ['planogram doctor', 'the default store'],
    ['planogram doctor --store production --format json', 'another one, for a program'],
  ],
  notes: [
    'Each resource that a catalogue can contain is counted, the schema and the folders of pictures are read. What a store does with a write is not tried: the config says it, under `capabilities`.',
    'Next: planogram pull, or planogram plan.',
  ],
  exitCodes: {
    done: 'plans can be made and applied, perhaps with limits',
    error: 'the store cannot be reached, refuses the key, or refuses to read what a plan needs',
    usage: 'an option is wrong, or the config has no such store',
    invalid: 'the config has errors',
  },
})

export type DoctorOptions = OptionsOf<typeof doctorUsage>
