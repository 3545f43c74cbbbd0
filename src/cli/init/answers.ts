/** What `init` writes. */
export interface Answers {
  /** `null`: the embedded store only. */
  readonly store: {
    readonly name: string
    readonly baseUrl: string
    readonly filesUrl: string | null
    readonly site: string | null
  } | null
  /** True for example products. */
  readonly example: boolean
  readonly workflow: boolean
  /** What the workflow installs: a path, a git URL or a version; `null`: a person writes it into the workflow. */
  readonly package: string | null
  readonly vscode: boolean
}

/** The variable of the environment that holds the key of a store. */
export function keyVariable(store: string): string {
  return `${store.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_KEY`
}
