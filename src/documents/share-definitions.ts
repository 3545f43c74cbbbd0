import type { JsonSchema } from './json-schema.ts'

type Node = JsonSchema | boolean
/** `key`: that of a property. */
type Turn = (part: Node, key?: string) => Node

/** Below this many characters a repeated part is easier to read where it stands. */
const shortest = 300

interface Sharing {
  /** How often each part occurs, by its text. */
  readonly counts: Map<string, number>
  readonly names: Map<string, string>
  readonly definitions: Record<string, Node>
  readonly keyword: 'definitions' | '$defs'
}

/** The same schema with parts that stand in several places written once, under `definitions` (draft-07) or `$defs`; a third of the size. */
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

/** Editors name a part by its definition where they say what they expected, so that it is called after its title, or its key. */
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

/** The schema with each of its direct parts turned into something else. */
function withParts(schema: JsonSchema, turn: Turn): JsonSchema {
  const { properties, additionalProperties, items, anyOf, allOf } = schema
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, turn) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: turn(additionalProperties) }),
    ...(typeof items === 'object' && !Array.isArray(items) && { items: turn(items) }),
    ...(anyOf && { anyOf: anyOf.map((part) => turnObject(part, turn)) }),
    ...(allOf && { allOf: allOf.map((part) => turnObject(part, turn)) }),
  }
}

function turnObject(part: JsonSchema, turn: Turn): JsonSchema {
  const turned = turn(part)
  return typeof turned === 'boolean' ? part : turned
}

function mapValues(values: Readonly<Record<string, Node>>, turn: Turn): Record<string, Node> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, turn(value, key)]))
}
