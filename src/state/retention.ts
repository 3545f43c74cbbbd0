/** Which runs are kept: of each store the last `runs` (1 or more), and those that ended at `endedSince` or later. */
export interface Retention {
  readonly runs: number
  readonly endedSince: string
}

/** How much was deleted. */
export interface Pruned {
  readonly runs: number
  readonly pictures: number
}
