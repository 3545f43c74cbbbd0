import type { ExplainedField, PlacedText } from '../catalogue/explain/explanation.ts'
import type { SourcePlace } from '../source/source.ts'
import type { Fields } from '../resources/resource.ts'
import type { ExplainView, Locate } from './explain-text.ts'
import { liveValue } from './live-value.ts'
import { jsonText } from './json-text.ts'

/** An explanation as JSON: every place as file, line and column; `live` is left out where the store was not read. Ends with a newline. */
export function explainJson({ explanation, live, failure, store }: ExplainView, locate: Locate): string {
  const placed = ({ text, at, origin }: PlacedText): object => ({ text, at: locate(at), origin })
  const field = (given: ExplainedField, row: Fields | null | undefined): object => ({
    field: given.field,
    value: given.value,
    how: given.how,
    at: locate(given.at),
    origin: given.origin,
    file: given.file,
    through: given.through && placed(given.through),
    from: given.from.map(placed),
    parts: given.parts.map(({ key, now, was }) => ({ key, now: placed(now), was: placed(was) })),
    before: given.before.map(placed),
    ...(row === undefined ? {} : { live: liveValue(row, given.field) }),
  })
  const { address, resource, at, rows, takenAway, below, movedTo } = explanation
  const place: SourcePlace = locate(at)
  const shown = rows.map(({ identity, fields }, index) => ({
    identity,
    ...(live === null ? {} : { in_store: (live[index] ?? null) !== null }),
    fields: fields.map((given) => field(given, live === null ? undefined : (live[index] ?? null))),
  }))
  const removed = takenAway.map(({ path, by, was }) => ({ path, by: locate(by), was: placed(was) }))
  const moved = movedTo && { moved_to: movedTo }
  const whole = { address, resource, store, live_failure: failure, at: place, ...moved, rows: shown, taken_away: removed, below }
  return `${jsonText(whole, 2)}\n`
}
