import type { z } from 'zod'
import { checkShape } from './check-shape.ts'
import { type LongText, longText } from './scalar-schemas.ts'
import type { Problem } from '../problems/problem.ts'
import { at, type Located, type SourceNode } from '../yaml/source-node.ts'

/** One entry of a document, without the parts that have a wrong shape. */
export interface Definition<T> {
  readonly key: string
  readonly value: T
  readonly located: Located
  /** Fields that are not part of the format: `meta_*`, and those that the config declares for the store. */
  readonly extras: Readonly<Record<string, LongText>>
}

interface Wanted<S> {
  readonly key: string
  readonly located: Located
  readonly schema: S
  /** Names of the allowed extra fields; absent where the entry has none, `meta_*` included. */
  readonly extra?: ReadonlySet<string> | undefined
}

/** Checks the shape of an entry and adds its problems to `problems`; `undefined` where nothing of the entry is usable. */
export function defineEntry<S extends z.ZodType>(
  { key, located, schema, extra }: Wanted<S>,
  problems: Problem[],
): Definition<z.output<S>> | undefined {
  const names = extra ? extraNames(located.node, extra) : []
  const shape = checkShape(schema, located, without(located.node, names))
  for (const problem of shape.problems) problems.push(problem)
  const extras: Record<string, LongText> = {}
  for (const name of names) {
    const read = checkShape(longText, at(located, name))
    for (const problem of read.problems) problems.push(problem)
    if (read.value !== undefined) extras[name] = read.value
  }
  return shape.value === undefined ? undefined : { key, value: shape.value, located, extras }
}

function extraNames(node: Located['node'], extra: ReadonlySet<string>): string[] {
  const names: string[] = []
  if (node.kind !== 'map') return names
  for (const name of node.entries.keys()) {
    if ((name.startsWith('meta_') && /^meta_./.test(name)) || extra.has(name)) names.push(name)
  }
  return names
}

function without(node: SourceNode, names: readonly string[]): SourceNode {
  if (names.length === 0 || node.kind !== 'map') return node
  const left = new Map(node.entries)
  for (const name of names) left.delete(name)
  return { ...node, entries: left }
}
