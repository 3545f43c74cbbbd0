import type { Environment } from './forge.ts'

/** What the program uses of its process. */
export interface Job {
  readonly env: Environment
  readonly print: (text: string) => void
  readonly warn: (text: string) => void
}

/** Which catalogue of the repository a command is about. */
export interface Place {
  /** The folder of the catalogue; `''`: the root of the repository. */
  readonly folder: string
}
