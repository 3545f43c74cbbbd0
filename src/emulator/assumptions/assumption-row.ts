/** A row of docs/assumptions.md: a gap in docs/api.md and what the emulator does. Switches with this id belong to it. */
export interface AssumptionRow {
  /** Such as `W28`. */
  readonly id: string
  /** What docs/api.md does not show. */
  readonly gap: string
  /** The words of docs/api.md that it refers to. */
  readonly quote: string
  /** What the emulator does by default. */
  readonly takes: string
}
