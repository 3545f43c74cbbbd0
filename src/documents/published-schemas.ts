import { z } from 'zod'
import { configDocument } from './config-document.ts'
import { catalogueDocument } from './catalogue-document.ts'
import type { JsonSchema, SchemaDraft } from './json-schema.ts'
import { overlaySchema } from './overlay-schema.ts'
import { shareDefinitions } from './share-definitions.ts'

/** The schemas of what people write, by the name of their file. */
export type SchemaFile = 'catalogue.schema.json' | 'overlay.schema.json' | 'planogram.schema.json'

/** The schemas that are published in `schemas/`, by file name; what stands in several places is written once. */
export function jsonSchemas(draft: SchemaDraft = '7'): Readonly<Record<SchemaFile, JsonSchema>> {
  const whole = wholeSchemas(draft)
  const keyword = draft === '7' ? 'definitions' : '$defs'
  return {
    'catalogue.schema.json': shareDefinitions(whole['catalogue.schema.json'], keyword),
    'overlay.schema.json': shareDefinitions(whole['overlay.schema.json'], keyword),
    'planogram.schema.json': shareDefinitions(whole['planogram.schema.json'], keyword),
  }
}

/** The same schemas without references: each part stands where it is used. */
export function wholeSchemas(draft: SchemaDraft = '7'): Readonly<Record<SchemaFile, JsonSchema>> {
  const catalogue = schemaOf(catalogueDocument, draft)
  return {
    'catalogue.schema.json': catalogue,
    'overlay.schema.json': overlaySchema(catalogue),
    'planogram.schema.json': schemaOf(configDocument, draft),
  }
}

/** `input`: what people write, where a field with a default may be left out. */
function schemaOf(document: z.ZodType, draft: SchemaDraft): JsonSchema {
  return z.toJSONSchema(document, {
    target: `draft-${draft === '7' ? '07' : draft}`,
    io: 'input',
    reused: 'inline',
    // Every key of a JSON map is a text; editors take a key such as 4711 for a number and would complain of it.
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames
    },
  })
}
