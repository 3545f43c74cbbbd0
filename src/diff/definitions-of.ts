import type { SourceSpan } from '../source/source.ts'
import type { ChangeFrame, UsedDefinition } from './change.ts'
import type { DiffContext } from './diff-context.ts'

/** A value of a change: the field, `null` for a grid as a whole, and where it is written. */
export type WrittenValue = readonly [field: string | null, span: SourceSpan]

/** The definitions that some values are written in, each once with its fields; nothing where all of them are in the entry of their record. */
export function definitionsOf(values: Iterable<WrittenValue>, { definitionOf }: DiffContext): Pick<ChangeFrame, 'definitions'> {
  if (!definitionOf) return {}
  const found = new Map<string, UsedDefinition>()
  for (const [field, span] of values) {
    const definition = definitionOf(span)
    if (!definition) continue
    const name = `${definition.kind} ${definition.name}`
    const known: UsedDefinition = found.get(name) ?? definition
    found.set(name, field === null ? known : { ...known, fields: [...(known.fields ?? []), field] })
  }
  return found.size === 0 ? {} : { definitions: [...found.values()] }
}
