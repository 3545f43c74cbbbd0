import { z } from 'zod'
import type { Plain, SourceNode } from '../yaml/source-node.ts'

/**
 * The value of a node (`plainOf`) as the schema parses it, at a fraction of the time; `undefined` where it has the wrong shape, and where the
 * schema or the value is of a kind that is left to zod. zod explains what is wrong.
 */
export function fastShape<S extends z.ZodType>(schema: S, node: SourceNode): z.output<S> | undefined {
  const value = readWith(schema, node)
  return isOutput(schema, value) ? value : undefined
}

/** What a reader of a schema returns is what the schema parses: `test/unit/documents/fast-shape.test.ts` compares them. */
function isOutput<S extends z.ZodType>(_: S, value: unknown): value is z.output<S> {
  return value !== undefined
}

function readWith(schema: z.core.$ZodType, node: SourceNode): Plain | undefined {
  let read = readers.get(schema)
  if (!read) {
    read = readerOf(schema)
    readers.set(schema, read)
  }
  return read(node)
}

type Read = (node: SourceNode) => Plain | undefined

const readers = new WeakMap<z.core.$ZodType, Read>()
const leaveToZod: Read = () => undefined

function readerOf(schema: z.core.$ZodType): Read {
  if (schema instanceof z.ZodOptional) return readerOf(schema.unwrap())
  if (schema instanceof z.ZodString) return textReader(schema)
  if (!(schema instanceof z.ZodType) || (schema.def.checks ?? []).length > 0) return leaveToZod
  if (schema instanceof z.ZodObject) return objectReader(schema)
  if (schema instanceof z.ZodArray) return listReader(schema)
  if (schema instanceof z.ZodRecord) return recordReader(schema)
  return schema instanceof z.ZodUnion ? unionReader(schema) : leaveToZod
}

/** Texts with patterns, a least length, and checks of our own. */
function textReader({ def }: z.ZodString): Read {
  if ('format' in def || def.coerce === true) return leaveToZod
  const checks = (def.checks ?? []).map(checkOf)
  const known = checks.filter((check) => check !== null)
  if (known.length < checks.length) return leaveToZod
  return (node) => {
    if (node.kind !== 'scalar') return undefined
    const { text } = node
    for (const check of known) if (!check(text)) return undefined
    return text
  }
}

function checkOf(check: z.core.$ZodCheck | z.core.$ZodCheck<string>): ((text: string) => boolean) | null {
  if (check instanceof z.core.$ZodCheckRegex) {
    const { pattern } = check._zod.def
    return pattern.global || pattern.sticky ? null : (text) => pattern.test(text)
  }
  if (check instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = check._zod.def
    return (text) => text.length >= minimum
  }
  if (check instanceof z.ZodCustom) {
    const { fn } = check._zod.def
    return (text) => fn(text) === true
  }
  return null
}

/** zod returns the keys in the order of the schema. */
function objectReader(schema: z.ZodObject): Read {
  if (!(schema.def.catchall instanceof z.ZodNever)) return leaveToZod
  const parts = Object.entries<z.core.$ZodType>(schema.shape).map(([key, part]) => ({
    key,
    read: readerOf(part),
    isOptional: part instanceof z.ZodOptional,
  }))
  const required = parts.filter(({ isOptional }) => !isOptional).length
  return (node) => {
    if (node.kind !== 'map') return undefined
    const { entries } = node
    const result: { [key: string]: Plain } = {}
    let left = entries.size
    let missing = required
    for (const { key, read, isOptional } of parts) {
      if (left === 0) break
      const entry = entries.get(key)
      if (!entry) continue
      const part = read(entry.value)
      if (part === undefined) return undefined
      result[key] = part
      left -= 1
      if (!isOptional) missing -= 1
    }
    return left === 0 && missing === 0 ? result : undefined
  }
}

function listReader({ element }: z.ZodArray): Read {
  const read = readerOf(element)
  return (node) => {
    if (node.kind !== 'list') return undefined
    const items: Plain[] = []
    for (const item of node.items) {
      const part = read(item)
      if (part === undefined) return undefined
      items.push(part)
    }
    return items
  }
}

function recordReader({ def: { keyType, valueType } }: z.ZodRecord): Read {
  if (!(keyType instanceof z.ZodString) || (keyType.def.checks ?? []).length > 0) return leaveToZod
  const read = readerOf(valueType)
  return (node) => {
    if (node.kind !== 'map') return undefined
    // Any object with other names would get a hidden class of its own; one without a prototype is a table.
    const result: { [key: string]: Plain } = Object.create(null)
    // An iteration makes a list of each key and its value.
    for (const key of node.entries.keys()) {
      const entry = node.entries.get(key)
      const part = entry === undefined || key === '__proto__' ? undefined : read(entry.value)
      if (part === undefined) return undefined
      result[key] = part
    }
    return result
  }
}

/** At most one option is for maps, so that the result does not depend on which option zod finds first. */
function unionReader({ options, def }: z.ZodUnion): Read {
  const maps = options.filter((option) => option instanceof z.ZodObject || option instanceof z.ZodRecord).length
  const lists = options.filter((option) => option instanceof z.ZodArray).length
  const texts = options.filter((option) => option instanceof z.ZodString).length
  if ('discriminator' in def || def.inclusive === false || maps > 1 || lists > 1 || maps + lists + texts < options.length) return leaveToZod
  const reads = options.map(readerOf)
  // zod takes a list without items for a map.
  const hasMap = options.some((option) => option instanceof z.ZodObject)
  return (node) => {
    if (hasMap && node.kind === 'list') return undefined
    for (const read of reads) {
      const part = read(node)
      if (part !== undefined) return part
    }
    return undefined
  }
}
