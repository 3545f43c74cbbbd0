import type { Definition } from '../records/definition.ts'
import type { SourceSpan } from '../source/source.ts'
import type { ChangeFrame } from './change.ts'
import type { DiffContext } from './diff-context.ts'

/** The definitions that some values are written in, each once; nothing where all of them are in the entry of their record. */
export function definitionsOf(spans: Iterable<SourceSpan>, { definitionOf }: DiffContext): Pick<ChangeFrame, 'definitions'> {
  if (!definitionOf) return {}
  const found = new Map<string, Definition>()
  for (const span of spans) {
    const definition = definitionOf(span)
    if (definition) found.set(`${definition.kind} ${definition.name}`, definition)
  }
  return found.size === 0 ? {} : { definitions: [...found.values()] }
}
