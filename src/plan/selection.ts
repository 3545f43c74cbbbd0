/** What a plan is limited to, as it was asked for: globs on addresses, `*` for any text and `?` for one character. */
export interface SelectionRequest {
  /** Only these root records and files; empty: all. */
  readonly targets: readonly string[]
  /** Not these. */
  readonly excludes: readonly string[]
  /** Exact addresses of root records and files that a reviewer skipped; absent: none. */
  readonly skipped?: readonly string[] | undefined
}

/** What differs between the catalogue of a commit and that of the work tree. */
export interface ChangedSince {
  /** The commit as it was given, such as `main`. */
  readonly ref: string
  /** Its full id. */
  readonly commit: string
  /** Addresses of root records and files that differ, or that only one of the two has; sorted. */
  readonly addresses: readonly string[]
}

/** A root record or a file that a plan has besides, because one of those that were asked for needs it. */
export interface AlsoSelected {
  readonly address: string
  /** The address of a root record that needs it. */
  readonly neededBy: string
}

/** What a plan is limited to. */
export interface Selection extends SelectionRequest {
  /** Limits the targets to these records; others were not read. Absent: the whole store was read. */
  readonly changed?: ChangedSince
  readonly also: readonly AlsoSelected[]
}

/** Whether an address matches one of the globs. Upper and lower case differ. */
export function addressMatcher(globs: readonly string[]): (address: string) => boolean {
  const forms = globs.map((glob) => new RegExp(`^${Array.from(glob, partOf).join('')}$`, 'su'))
  return (address) => forms.some((form) => form.test(address))
}

function partOf(character: string): string {
  if (character === '*') return '.*'
  return character === '?' ? '.' : character.replace(/[\\^$.+()[\]{}|/]/, '\\$&')
}
