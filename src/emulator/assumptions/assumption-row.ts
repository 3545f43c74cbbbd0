/** A row of assumptions.md: a gap in platform.md and what the emulator does. Switches with this id belong to it. */
export interface AssumptionRow {
  /** Such as `W28`. */
  readonly id: string
  /** What platform.md does not show. */
  readonly gap: string
  /** The words of platform.md that it refers to. */
  readonly quote: string
  /** What the emulator does by default. */
  readonly takes: string
}
