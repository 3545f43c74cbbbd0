import { z } from 'zod'
import type { Plain } from '../yaml/source-node.ts'

/**
 * The value as the schema parses it, at a fraction of the time; `undefined` where it has the wrong shape, and where the schema or the value
 * is of a kind that is left to zod. zod explains what is wrong.
 */
export function fastShape<S extends z.ZodType>(schema: S, plain: Plain): z.output<S> | undefined {
  const value = readWith(schema, plain)
  return isOutput(schema, value) ? value : undefined
}

/** What a reader of a schema returns is what the schema parses: `test/unit/documents/fast-shape.test.ts` compares them. */
function isOutput<S extends z.ZodType>(_: S, value: unknown): value is z.output<S> {
  return value !== undefined
}

function readWith(schema: z.core.$ZodType, plain: Plain): Plain | undefined {
  let read = readers.get(schema)
  if (!read) {
    read = readerOf(schema)
    readers.set(schema, read)
  }
  return read(plain)
}

type Read = (value: Plain) => Plain | undefined

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
  return (value) => (typeof value === 'string' && known.every((check) => check(value)) ? value : undefined)
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
  return (value) => {
    if (typeof value === 'string' || Array.isArray(value)) return undefined
    const result: { [key: string]: Plain } = {}
    let left = Object.keys(value).length
    for (const { key, read, isOptional } of parts) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined
      if (given === undefined) {
        if (isOptional) continue
        return undefined
      }
      const part = read(given)
      if (part === undefined) return undefined
      result[key] = part
      left -= 1
    }
    return left === 0 ? result : undefined
  }
}

function listReader({ element }: z.ZodArray): Read {
  const read = readerOf(element)
  return (value) => {
    if (!Array.isArray(value)) return undefined
    const items: Plain[] = []
    for (const item of value) {
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
  return (value) => {
    if (typeof value === 'string' || Array.isArray(value)) return undefined
    const result: { [key: string]: Plain } = {}
    for (const key of Object.keys(value)) {
      const given = value[key]
      const part = given === undefined || key === '__proto__' ? undefined : read(given)
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
  return (value) => {
    if (hasMap && Array.isArray(value)) return undefined
    for (const read of reads) {
      const part = read(value)
      if (part !== undefined) return part
    }
    return undefined
  }
}
