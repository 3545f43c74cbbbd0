import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { choice, limited, text } from '../option.ts'

export const schemaUsage = defineUsage({
  name: 'schema',
  group: 'Write a catalogue',
  description: 'Print the JSON Schema of documents, for editors and other programs',
  options: z.object({
    name: choice('[name]', 'Schema to print', ['catalogue', 'overlay', 'config', 'plan', 'problems']),
    out: limited(text('-o, --out <folder>', 'Write all schemas to this folder instead'), { excludes: ['name'] }),
    draft: choice('--draft <draft>', 'Version of JSON Schema', ['7', '2020-12']),
  }),
  examples: [
    ['planogram schema --out schemas', 'write all schemas, after an update'],
    ['planogram schema config --draft 2020-12', 'print that of the config'],
  ],
  notes: [
    'A document names its schema in its first line:\n  # yaml-language-server: $schema=schemas/catalogue.schema.json\nEditors with the YAML language server (VS Code: the extension "YAML" by Red Hat) then complete its keys, explain them, and mark errors.',
  ],
  exitCodes: {
    done: 'the schema is printed or written',
    error: 'a file cannot be written',
    usage: 'there is no such schema',
  },
})

export type SchemaOptions = OptionsOf<typeof schemaUsage>
