/** What people read of a rule, in `docs/rules.md` and in SARIF. */
export interface RulePage {
  /** Stable kebab-case id. */
  readonly id: string
  /** What holds in a sound catalogue, one sentence. */
  readonly doc: string
  readonly severity: 'error' | 'warning' | 'error or warning'
  /** Why it matters, with the sentence of platform.md that stands behind it. */
  readonly why: string
  /** What to do, one or two sentences. */
  readonly mend: string
  /** True where `# planogram-ignore: <id>` silences a warning of it; default false. Errors are never silenced. */
  readonly ignorable?: true
  /** True where it speaks of what is absent: it says nothing of a catalogue that was understood in part only. */
  readonly needsWhole?: true
}
