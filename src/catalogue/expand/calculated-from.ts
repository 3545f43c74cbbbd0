import type { SourceSpan } from '../../source/source.ts'

const name = 'extends'

type Spans = Readonly<Record<string, SourceSpan>>

/** The places that a price was calculated from, the nearest list first; the last one is a written price. */
export function placesCalculatedFrom(spans: Spans): readonly SourceSpan[] {
  return Object.entries(spans).flatMap(([key, span]) => (isKey(key) ? [span] : []))
}

/** Adds those of the spans that name what a price was calculated from. */
export function addCalculatedFrom(added: Record<string, SourceSpan>, spans: Spans): void {
  for (const key in spans) {
    const span = spans[key]
    if (span && isKey(key)) added[key] = span
  }
}

/** The spans of a price that is calculated from another one, which may itself be calculated. */
export function spansCalculatedFrom(from: SourceSpan, spans: Spans): Spans {
  return Object.fromEntries([from, ...placesCalculatedFrom(spans)].map((span, index) => [index === 0 ? name : `${name} ${index}`, span]))
}

function isKey(key: string): boolean {
  return key.startsWith(name)
}
