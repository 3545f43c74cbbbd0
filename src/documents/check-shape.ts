import { z } from 'zod'
import { fastShape } from './fast-shape.ts'
import { likelyFix } from './likely-fix.ts'
import { type KnownKeys, meantKey } from './meant-key.ts'
import { type ValueForm, valueForms } from './value-forms.ts'
import { maskSecrets } from '../problems/mask-secrets.ts'
import { nearestWord } from '../problems/nearest-word.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Problem } from '../problems/problem.ts'
import { at, childOf, keySpanOf, type Located, type Plain, plainOf, type SourceNode, spanOf } from '../yaml/source-node.ts'

/** The result of a check: `value` is `undefined` where nothing of it is usable. */
export interface Shape<T> {
  readonly value: T | undefined
  readonly problems: readonly Problem[]
}

type Path = readonly (string | number)[]
type Issue = z.core.$ZodIssue

/** How often wrong parts are cut out and the rest is checked again: once for each depth at which a cut can show another problem. */
const mostCuts = 8

/**
 * Checks a located value against a schema; `node`: the value without the parts that are not checked. Each wrong part is a problem at its key or value and is cut out of the result. There is no
 * result where the value is wrong as a whole or a required key is missing.
 */
export function checkShape<S extends z.ZodType>(schema: S, located: Located, node: SourceNode = located.node): Shape<z.output<S>> {
  const fast = fastShape(schema, node)
  if (fast !== undefined) return { value: fast, problems: [] }
  const problems: Problem[] = []
  let rest: Plain | undefined = plainOf(node)
  for (let cut = 0; cut < mostCuts && rest !== undefined; cut++) {
    const parsed = schema.safeParse(rest)
    if (parsed.success) return { value: parsed.data, problems }
    const found: Wrong[] = parsed.error.issues.flatMap((issue) => wrongsOf(issue, { schema, plain: rest, path: [] }))
    for (const wrong of found) if (!wasCut(wrong, located)) problems.push(problemOf(wrong, located))
    rest = without(
      rest,
      found.map(({ path }) => path),
    )
  }
  return { value: undefined, problems }
}

/** One wrong place: `key` for an unknown or missing key, `value` for a wrong value. */
interface Wrong {
  readonly kind: 'unknown-key' | 'missing-key' | 'wrong-type'
  /** What to cut out; for a missing key, the map without it. */
  readonly path: Path
  /** In words, for the message. */
  readonly expected: string
  /** The forms that the schema accepts, for the fix of a wrong value. */
  readonly forms: readonly ValueForm[]
  readonly found: Plain | undefined
  readonly known: KnownKeys
}

interface Where {
  readonly schema: z.core.$ZodType
  readonly plain: Plain | undefined
  readonly path: Path
}

function wrongsOf(issue: Issue, where: Where): Wrong[] {
  const tail = issue.path.map((step) => (typeof step === 'symbol' ? '' : step))
  const path = [...where.path, ...tail]
  const found = plainAt(where.plain, tail)
  const declared = schemaAt(where.schema, tail, where.plain)
  const option = declared && optionFor(declared, found)
  if (issue.code === 'unrecognized_keys') {
    const known = keysOfSchema(option)
    return issue.keys.map((key) => ({ ...nothing, kind: 'unknown-key', path: [...path, key], known }))
  }
  const expected = issue.message
  if (found === undefined) return [{ ...nothing, kind: 'missing-key', path: path.slice(0, -1), expected, found: String(path.at(-1) ?? '') }]
  if (issue.code === 'invalid_union') {
    const meant = meantOption(issue.errors)
    if (option && meant && !isOtherMap(option, found))
      return meant.flatMap((inner) => wrongsOf(inner, { schema: option, plain: found, path }))
  }
  const { forms = [] } = (declared && valueForms.get(declared)) ?? {}
  return [{ ...nothing, kind: 'wrong-type', path, expected, forms, found }]
}

/** The issues inside the only option of a union whose outer form fits. */
function meantOption(errors: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const fitting = errors.filter((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** True for a map in place of a text, such as one text for each language, where the only map has one key, as in `{ file: path }`. */
function isOtherMap(schema: z.core.$ZodType, found: Plain): boolean {
  const { own } = keysOfSchema(schema)
  return own.length === 1 && typeof found !== 'string' && Object.keys(found).every((key) => nearestWord(key, own) === undefined)
}

function problemOf({ kind, path, expected, forms, found, known }: Wrong, located: Located): Problem {
  const subject = subjectOf(located, path)
  if (kind === 'unknown-key') {
    const key = String(path.at(-1))
    const fix = meantKey(key, known)
    const place = childAt(located, path) ?? located
    return makeProblem({ rule: kind, at: keySpanOf(place), message: `unknown key "${key}"`, ...(fix === undefined ? {} : { fix }) })
  }
  if (kind === 'missing-key') {
    const key = typeof found === 'string' ? found : ''
    const place = path.reduce<Located>((parent, step) => at(parent, step), located)
    return makeProblem({ rule: kind, at: keySpanOf(place), message: `${subject} needs "${key}"`, fix: `Add ${key}: ${expected}.` })
  }
  const fix = likelyFix(found, forms)
  return makeProblem({
    rule: kind,
    at: spanOf(childAt(located, path) ?? located),
    message: `${subject} must be ${expected}, found ${wordsFor(found)}`,
    ...(fix === undefined ? {} : { fix }),
  })
}

/** True for a key that is missing only because its wrong value was cut out: that problem is reported already. */
function wasCut({ kind, path, found }: Wrong, located: Located): boolean {
  return kind === 'missing-key' && typeof found === 'string' && childAt(located, [...path, found]) !== undefined
}

/** Characters of a text that are read to show its start. */
const mostShown = 4_000

/** A description of a value, short and on one line. */
function wordsFor(found: Plain | undefined): string {
  if (found === undefined) return 'nothing'
  if (Array.isArray(found)) return 'a list'
  if (typeof found !== 'string') return 'a map'
  if (found === '') return 'an empty text'
  const line = maskSecrets(found.slice(0, mostShown)).replace(/\s+/g, ' ')
  return `"${line.length > 40 || found.length > mostShown ? `${line.slice(0, 40)}...` : line}"`
}

/** The name of a place: its key, or the key of the list that contains it. */
function subjectOf(located: Located, path: Path): string {
  const name = path.findLast((step): step is string => typeof step === 'string')
  if (typeof path.at(-1) === 'number') return name === undefined ? 'an item' : `an item of "${name}"`
  return name === undefined ? (located.key === null ? 'this entry' : 'the entry') : `"${name}"`
}

function childAt(located: Located, path: Path): Located | undefined {
  return path.reduce<Located | undefined>((parent, step) => parent && childOf(parent, step), located)
}

function plainAt(plain: Plain | undefined, path: Path): Plain | undefined {
  return path.reduce<Plain | undefined>((value, step) => {
    if (value === undefined || typeof value === 'string') return undefined
    return Array.isArray(value) ? value[Number(step)] : value[String(step)]
  }, plain)
}

/** The value without the parts at the paths; `undefined` where one of the paths is the whole value. */
function without(plain: Plain, paths: readonly Path[]): Plain | undefined {
  if (paths.some((path) => path.length === 0)) return undefined
  if (typeof plain === 'string' || paths.length === 0) return plain
  // A list with a wrong item is cut out whole: without the item, the others would have other indices.
  if (Array.isArray(plain)) return undefined
  const cuts = Map.groupBy(paths, ([step]) => String(step))
  const left: { [key: string]: Plain } = {}
  for (const [key, value] of Object.entries(plain)) {
    const kept = without(value, cuts.get(key)?.map((path) => path.slice(1)) ?? [])
    if (kept !== undefined) left[key] = kept
  }
  return left
}

/** The schema at a path of a value, without what only makes it optional. */
function schemaAt(schema: z.core.$ZodType, path: Path, plain: Plain | undefined): z.core.$ZodType | undefined {
  const bare = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  const [step, ...rest] = path
  if (step === undefined) return bare
  const inner = plainAt(plain, [step])
  const outer = optionFor(bare, plain)
  if (outer instanceof z.ZodObject) {
    const field: z.core.$ZodType | undefined = outer.shape[String(step)]
    return field && schemaAt(field, rest, inner)
  }
  if (outer instanceof z.ZodRecord) return schemaAt(outer.valueType, rest, inner)
  return outer instanceof z.ZodArray ? schemaAt(outer.element, rest, inner) : undefined
}

/** The option of a union that takes lists, or else the one that takes maps; any other schema itself. */
function optionFor(schema: z.core.$ZodType, plain: Plain | undefined): z.core.$ZodType | undefined {
  if (!(schema instanceof z.ZodUnion)) return schema
  const isList = Array.isArray(plain)
  return schema.options.find((option) =>
    isList ? option instanceof z.ZodArray : option instanceof z.ZodObject || option instanceof z.ZodRecord,
  )
}

const noKeys: KnownKeys = { own: [], below: new Map() }
const nothing = { expected: '', forms: [], found: undefined, known: noKeys } as const

function keysOfSchema(schema: z.core.$ZodType | undefined): KnownKeys {
  if (!(schema instanceof z.ZodObject)) return noKeys
  const parts = Object.entries<z.core.$ZodType>(schema.shape)
  const below = parts.flatMap(([key, part]) => {
    const bare = part instanceof z.ZodOptional ? part.unwrap() : part
    return bare instanceof z.ZodObject ? [[key, Object.keys(bare.shape)] as const] : []
  })
  return { own: parts.map(([key]) => key), below: new Map(below) }
}
