import type { JsonSchema } from './json-schema.ts'

type Node = JsonSchema | boolean

/**
 * The JSON Schema of a document of an overlay, made of that of the catalogue: nothing is required, since the rest stands in the
 * catalogue, and any entry of a map may be `!remove`, which editors read as nothing or as an empty text.
 */
export function overlaySchema(schema: JsonSchema): JsonSchema {
  return { ...laidOver(schema), title: 'Planogram overlay', description: 'What one store has otherwise than the catalogue.' }
}

function laidOver(schema: JsonSchema): JsonSchema {
  const { required: _, ...rest } = schema
  return {
    ...rest,
    ...(schema.properties && { properties: mapValues(schema.properties, removable) }),
    ...(schema.additionalProperties !== undefined && { additionalProperties: removable(schema.additionalProperties) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map((option) => laidOver(option)) }),
  }
}

/** `!remove`: editors read it as nothing, or as an empty text. */
const removed: JsonSchema = {
  title: 'Removed here',
  type: ['null', 'string'],
  maxLength: 0,
  description: 'Removed here: it is not managed for this store.',
}

function removable(schema: Node): Node {
  if (typeof schema === 'boolean') return schema
  const { title, description, ...rest } = schema
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [{ ...laidOver(rest), ...(title === undefined ? {} : { title }) }, removed],
  }
}

function mapValues(values: Readonly<Record<string, Node>>, turn: (value: Node) => Node): Record<string, Node> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, turn(value)]))
}
