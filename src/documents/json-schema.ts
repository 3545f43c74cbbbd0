import type { z } from 'zod'

/** A JSON Schema as a value; editors use it to check and complete YAML. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** The supported drafts of JSON Schema. Every editor supports the first. */
export type SchemaDraft = '7' | '2020-12'

/** The text of a schema file. */
export function schemaText(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`
}
