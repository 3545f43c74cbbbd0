import { type SchemaDraft, schemaText } from '../documents/json-schema.ts'
import { jsonSchemas } from '../documents/published-schemas.ts'
import { problemListSchema } from '../problems/problem-list.ts'
import { planJsonSchema } from '../plan/plan-json-schema.ts'

/** The text of every JSON Schema of the program, by the name of its file. */
export function schemaFiles(draft: SchemaDraft): Readonly<Record<string, string>> {
  const schemas = { ...jsonSchemas(draft), 'plan.schema.json': planJsonSchema(draft), 'problems.schema.json': problemListSchema(draft) }
  return Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, schemaText(value)]))
}
