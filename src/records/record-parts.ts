/**
 * A packed root record that is read part by part, without an object for any of them: the names of its fields, a value for each, the names of its
 * collections, for each the number of its rows and then these, and what is written on create. A row is a record too.
 */
export interface RecordParts {
  /** Begins a record. */
  begin(): void
  /** The next list of names: the same list each time that one with these names is read. */
  names(): readonly string[]
  /** True where this is the next value, which is read then. */
  isNext(value: string | undefined): boolean
  /** The next value. */
  value(): string
  /** The number of rows of the next collection; below 0 for one row that is there so many times. */
  count(): number
  /** Ends a record: passes what is written on create. */
  end(): void
  /** Where the next part begins. */
  place(): number
  /** Goes back to a place. */
  goTo(place: number): void
}
