import { z } from 'zod'
import { configDocument } from './config-document.ts'
import { catalogueDocument } from './catalogue-document.ts'
import type { JsonSchema, SchemaDraft } from './json-schema.ts'
import { overlaySchema } from './overlay-schema.ts'
import { shareDefinitions } from './share-definitions.ts'

/** File names of the published schemas. */
export type SchemaFile = 'catalogue.schema.json' | 'overlay.schema.json' | 'planogram.schema.json'

/** The published schemas by file name; a part that occurs several times is a shared definition. */
export function jsonSchemas(draft: SchemaDraft = '7'): Readonly<Record<SchemaFile, JsonSchema>> {
  const whole = wholeSchemas(draft)
  const keyword = draft === '7' ? 'definitions' : '$defs'
  return {
    'catalogue.schema.json': shareDefinitions(whole['catalogue.schema.json'], keyword),
    'overlay.schema.json': shareDefinitions(whole['overlay.schema.json'], keyword),
    'planogram.schema.json': shareDefinitions(whole['planogram.schema.json'], keyword),
  }
}

/** The same schemas without references. */
export function wholeSchemas(draft: SchemaDraft = '7'): Readonly<Record<SchemaFile, JsonSchema>> {
  const catalogue = schemaOf(catalogueDocument, draft)
  return {
    'catalogue.schema.json': catalogue,
    'overlay.schema.json': overlaySchema(catalogue),
    'planogram.schema.json': schemaOf(configDocument, draft),
  }
}

/** `io: 'input'`: the schema of what authors write, where a field with a default can be left out. */
function schemaOf(document: z.ZodType, draft: SchemaDraft): JsonSchema {
  return z.toJSONSchema(document, {
    target: `draft-${draft === '7' ? '07' : draft}`,
    io: 'input',
    reused: 'inline',
    // Editors read a key such as 4711 as a number and would report it.
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames
    },
  })
}
