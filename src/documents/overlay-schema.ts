import type { JsonSchema } from './json-schema.ts'

type Node = JsonSchema | boolean

/**
 * The JSON Schema of an overlay document, derived from the schema of a catalogue document: no key is required, and any entry of a map
 * can be `!remove`, which editors read as null or as an empty text.
 */
export function overlaySchema(schema: JsonSchema): JsonSchema {
  return { ...overlaid(schema), title: 'Planogram overlay', description: 'Per-store overrides of the catalogue.' }
}

function overlaid(schema: JsonSchema): JsonSchema {
  const { required: _, ...rest } = schema
  return {
    ...rest,
    ...(schema.properties && { properties: mapValues(schema.properties, removable) }),
    ...(schema.additionalProperties !== undefined && { additionalProperties: removable(schema.additionalProperties) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map((option) => overlaid(option)) }),
  }
}

/** `!remove`, as editors read it. */
const removed: JsonSchema = {
  title: 'Removed here',
  type: ['null', 'string'],
  maxLength: 0,
  description: 'Removed here: not managed for this store.',
}

function removable(schema: Node): Node {
  if (typeof schema === 'boolean') return schema
  const { title, description, ...rest } = schema
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [{ ...overlaid(rest), ...(title === undefined ? {} : { title }) }, removed],
  }
}

function mapValues(values: Readonly<Record<string, Node>>, turn: (value: Node) => Node): Record<string, Node> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, turn(value)]))
}
