import { z } from 'zod'
import { isObject } from '../source/is-object.ts'

/**
 * Opens a check of values of `JSON.parse` that takes a fraction of the time of zod. True: the schema parses the value, and to an equal one. False: the
 * value is wrong, or it or the schema is of a kind that is left to zod, which also explains what is wrong.
 */
export function fitsSchema<T>(schema: z.ZodType<T>): (value: unknown) => value is T {
  const fits = checkOf(schema)
  return (value): value is T => fits(value)
}

type Check = (value: unknown) => boolean

const leaveToZod: Check = () => false

const checks = new WeakMap<z.core.$ZodType, Check>()

function checkOf(schema: z.core.$ZodType): Check {
  const known = checks.get(schema)
  if (known) return known
  const made = newCheck(schema)
  checks.set(schema, made)
  return made
}

function newCheck(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional) return checkOf(schema.unwrap())
  if (schema instanceof z.ZodNullable) return nullableCheck(schema)
  if (schema instanceof z.ZodLazy) return lazyCheck(schema)
  if (schema instanceof z.ZodLiteral || schema instanceof z.ZodEnum) return choiceCheck(schema)
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean'
  if (schema instanceof z.ZodDiscriminatedUnion) return unionCheck(schema)
  const inner = plainCheck(schema)
  const more = schema instanceof z.ZodType ? (schema.def.checks ?? []).map(conditionOf) : [leaveToZod]
  return more.length === 0 ? inner : (value) => inner(value) && more.every((condition) => condition(value))
}

/** The check of a type that may have conditions, without them. */
function plainCheck(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodString && !('format' in schema.def)) return (value) => typeof value === 'string'
  if (schema instanceof z.ZodNumberFormat && schema._zod.def.format === 'safeint') return Number.isSafeInteger
  if (schema instanceof z.ZodObject) return objectCheck(schema)
  if (schema instanceof z.ZodArray) return listCheck(schema)
  return schema instanceof z.ZodRecord ? recordCheck(schema) : leaveToZod
}

function conditionOf(condition: z.core.$ZodCheck): Check {
  if (condition instanceof z.core.$ZodCheckRegex) {
    const { pattern } = condition._zod.def
    return pattern.global || pattern.sticky ? leaveToZod : (value) => typeof value === 'string' && pattern.test(value)
  }
  if (condition instanceof z.core.$ZodCheckMinLength) {
    const { minimum } = condition._zod.def
    return (value) => (typeof value === 'string' || Array.isArray(value)) && value.length >= minimum
  }
  if (condition instanceof z.core.$ZodCheckGreaterThan) {
    const { value: least, inclusive } = condition._zod.def
    return (value) => typeof value === 'number' && (value > Number(least) || (inclusive && value === Number(least)))
  }
  if (condition instanceof z.ZodCustom) {
    const { fn } = condition._zod.def
    return (value) => fn(value) === true
  }
  return leaveToZod
}

function nullableCheck(schema: z.ZodNullable): Check {
  const fits = checkOf(schema.unwrap())
  return (value) => value === null || fits(value)
}

/** The schema is read when the first value is: it may contain itself. */
function lazyCheck(schema: z.ZodLazy): Check {
  let fits: Check | undefined
  return (value) => {
    // `unwrap` would make another schema each time.
    fits ??= checkOf(schema._zod.innerType)
    return fits(value)
  }
}

function choiceCheck({ _zod: { values } }: z.ZodLiteral | z.ZodEnum): Check {
  const choices = new Set<unknown>(values)
  const [only] = choices
  return choices.size === 1 ? (value) => value === only : (value) => choices.has(value)
}

/** An option is found by the value that is of that option alone. */
function unionCheck({ options, def: { discriminator } }: z.ZodDiscriminatedUnion): Check {
  const byValue = new Map<unknown, Check>()
  for (const option of options) {
    for (const value of option._zod.propValues?.[discriminator] ?? []) byValue.set(value, checkOf(option))
  }
  return (value) => isObject(value) && byValue.get(value[discriminator])?.(value) === true
}

function objectCheck({ shape, def: { catchall } }: z.ZodObject): Check {
  const parts = Object.entries<z.core.$ZodType>(shape).map(([name, part]) => ({ name, fits: checkOf(part), isOptional: isOptional(part) }))
  if (!(catchall instanceof z.ZodNever) || parts.some(({ name }) => name in Object.prototype)) return leaveToZod
  return (value) => {
    if (!isObject(value)) return false
    let known = 0
    for (const { name, fits, isOptional: mayBeAbsent } of parts) {
      const part = value[name]
      if (part === undefined) {
        if (!mayBeAbsent) return false
      } else {
        if (!fits(part)) return false
        known += 1
      }
    }
    return known === countOf(value)
  }
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional
}

function countOf(value: object): number {
  let count = 0
  for (const _ in value) count += 1
  return count
}

function listCheck({ element }: z.ZodArray): Check {
  const fits = checkOf(element)
  return (value) => {
    if (!Array.isArray(value)) return false
    for (const item of value) if (!fits(item)) return false
    return true
  }
}

/** Names that are enumerated must all be there, unless the record is partial. */
function recordCheck({ keyType, valueType, def }: z.ZodRecord): Check {
  if (keyType._zod.values !== undefined && !('partial' in def && def.partial)) return leaveToZod
  const [fitsName, fits] = [checkOf(keyType), checkOf(valueType)]
  return (value) => {
    if (!isObject(value)) return false
    // zod leaves out `__proto__`.
    for (const name in value) if (name === '__proto__' || !fitsName(name) || !fits(value[name])) return false
    return true
  }
}
