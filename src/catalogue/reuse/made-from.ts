import type { SourceSpan } from '../../source/source.ts'

const name = 'extends'

type Spans = Readonly<Record<string, SourceSpan>>

/** The places that a price of a list was made from, the nearest list first; the last one is where a price is written. */
export function placesMadeFrom(spans: Spans): readonly SourceSpan[] {
  return Object.entries(spans).flatMap(([key, span]) => (isKey(key) ? [span] : []))
}

/** Those spans alone that say what a price was made from. */
export function madeFrom(spans: Spans): Spans {
  return Object.fromEntries(Object.entries(spans).filter(([key]) => isKey(key)))
}

/** The spans for a price that is made from another one, which may itself be made from a further one. */
export function spansMadeFrom(from: SourceSpan, spans: Spans): Spans {
  return Object.fromEntries([from, ...placesMadeFrom(spans)].map((span, index) => [index === 0 ? name : `${name} ${index}`, span]))
}

function isKey(key: string): boolean {
  return key.startsWith(name)
}
