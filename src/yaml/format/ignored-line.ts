import type { FormEntry } from './form.ts'

/** True for a comment that has an effect on its whole line, or on the next line where it has one of its own (docs/rules.md). */
export function isIgnore(comment: string): boolean {
  return /^#[\t ]*planogram-ignore:/.test(comment)
}

/** The line that a comment `# planogram-ignore:` has an effect on. */
export interface IgnoredLine {
  /** The entries that begin on it. */
  readonly entries: readonly FormEntry[]
  /** The end of the line. */
  readonly end: number
  /** Its first entry, where the comment is above it. */
  readonly next: FormEntry | undefined
}

/**
 * The entry that the comment goes above, because its line may be split: with it, the comment has an effect on at least the same values. `undefined`
 * where everything that begins on the line ends there too and has one comment: it stays beside it.
 */
export function splitEntry(line: IgnoredLine): FormEntry | undefined {
  const { entries, end, next } = line
  const inFlow = entries.filter(isInFlow)
  let above: FormEntry | null | undefined = inFlow[0]
  while (above && !isWhole(above, line, inFlow)) above = above.holder.owner
  if (!above) return undefined
  const isBeside = next ? isWithin(above, next) : isClosed(above, end)
  return isBeside ? undefined : above
}

/** True where a comment beside an entry, or above it, has an effect on all of the line. */
function isWhole(entry: FormEntry, { entries, end, next }: IgnoredLine, inFlow: readonly FormEntry[]): boolean {
  const { holder } = entry
  if (!inFlow.every((each) => isWithin(each, entry))) return false
  // A comment after a closing brace is beside what ends with it.
  if (!next && holder.isFlow && holder.end <= end) return false
  return !isNestedItem(entry) || (isClosed(entry, end) && entries.includes(entry))
}

/** True for what is in braces or brackets, or has them, below a section. */
function isInFlow({ value, holder }: FormEntry): boolean {
  return holder.owner !== null && (holder.isFlow || (value.kind !== 'scalar' && value.isFlow))
}

/** True for a collection in a list below a key of a record: where it has several lines, a comment above it has an effect only on the first. */
function isNestedItem({ key, value, holder }: FormEntry): boolean {
  return key === null && value.kind !== 'scalar' && holder.owner?.holder.owner !== null
}

function isWithin(entry: FormEntry, outer: FormEntry): boolean {
  for (let each: FormEntry | null = entry; each; each = each.holder.owner) if (each === outer) return true
  return false
}

function isClosed({ value }: FormEntry, end: number): boolean {
  return value.kind === 'scalar' || (value.isFlow && value.end <= end)
}
