/** What an examination of a store found about one part of it. */
export interface StoreFinding {
  /** The part, in a few words: `reads products`, `capability deletes`. */
  readonly part: string
  /** `fails`: `plan` and `apply` need it. `limited`: they work, without what `text` names. */
  readonly state: 'works' | 'limited' | 'fails'
  /** What was found, and what follows from it. */
  readonly text: string
  /** What to do about it, as an imperative; `null`: nothing. */
  readonly fix: string | null
}
