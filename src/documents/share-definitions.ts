import type { JsonSchema } from './json-schema.ts'

type Node = JsonSchema | boolean
/** Replaces a part of a schema; `key` is the key of a property. */
type Replace = (part: Node, key?: string) => Node

/** Shorter repeated parts, in characters of JSON, are not shared: they are easier to read in place. */
const shortest = 300

interface Sharing {
  /** How often each part occurs, by its text. */
  readonly counts: Map<string, number>
  readonly names: Map<string, string>
  readonly definitions: Record<string, Node>
  readonly keyword: 'definitions' | '$defs'
}

/** The same schema with repeated parts as shared definitions, under `definitions` (draft-07) or `$defs`. */
export function shareDefinitions(schema: JsonSchema, keyword: Sharing['keyword']): JsonSchema {
  const sharing: Sharing = { counts: new Map(), names: new Map(), definitions: {}, keyword }
  count(sharing, schema)
  const shared = withParts(schema, (part, key) => share(sharing, part, key))
  return Object.keys(sharing.definitions).length === 0 ? shared : { ...shared, [keyword]: sharing.definitions }
}

function count(sharing: Sharing, schema: JsonSchema): void {
  withParts(schema, (part) => {
    if (typeof part === 'boolean') return part
    const text = JSON.stringify(part)
    const times = sharing.counts.get(text) ?? 0
    sharing.counts.set(text, times + 1)
    if (times === 0) count(sharing, part)
    return part
  })
}

/** A definition has the name of its title or key, because editors show it in messages. */
function share(sharing: Sharing, part: Node, key?: string): Node {
  if (typeof part === 'boolean') return part
  const text = JSON.stringify(part)
  if (text.length < shortest || (sharing.counts.get(text) ?? 0) < 2) return withParts(part, (inner, name) => share(sharing, inner, name))
  const known = sharing.names.get(text)
  const named = known ?? freeName(sharing, part.title ?? key ?? 'part')
  if (known === undefined) {
    sharing.names.set(text, named)
    sharing.definitions[named] = withParts(part, (inner, name) => share(sharing, inner, name))
  }
  return { $ref: `#/${sharing.keyword}/${named}` }
}

function freeName({ names }: Sharing, title: string): string {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const taken = new Set(names.values())
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!taken.has(candidate)) return candidate
  }
}

/** The schema with each of its direct parts replaced. */
function withParts(schema: JsonSchema, replace: Replace): JsonSchema {
  const { properties, additionalProperties, items, anyOf, allOf } = schema
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, replace) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: replace(additionalProperties) }),
    ...(typeof items === 'object' && !Array.isArray(items) && { items: replace(items) }),
    ...(anyOf && { anyOf: anyOf.map((part) => replaceObject(part, replace)) }),
    ...(allOf && { allOf: allOf.map((part) => replaceObject(part, replace)) }),
  }
}

function replaceObject(part: JsonSchema, replace: Replace): JsonSchema {
  const replaced = replace(part)
  return typeof replaced === 'boolean' ? part : replaced
}

function mapValues(values: Readonly<Record<string, Node>>, replace: Replace): Record<string, Node> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, replace(value, key)]))
}
