import type { Profile } from '../emulator/assumptions/profiles.ts'

/** The options of the command line, as commander gives them: the global ones, and those that single commands add. */
export interface GlobalOptions {
  readonly chdir: string
  readonly config: string
  readonly store?: string
  readonly color: 'auto' | 'always' | 'never'
  readonly quiet?: boolean
  readonly verbose?: boolean
  /** False with `--no-input`. */
  readonly input: boolean
  readonly format?: 'text' | 'json' | 'github' | 'sarif'
  readonly out?: string
  readonly detailedExitcode?: boolean
  readonly autoApprove?: boolean
  readonly planHash?: string
  readonly plan?: string
  readonly port?: number
  readonly data?: string
  readonly key?: string
  readonly seed?: string
  readonly profile?: Profile
  readonly faults?: string
  readonly sku?: string
  readonly group?: readonly string[]
  readonly quantity?: number
  readonly currency?: string
  readonly at?: string
  readonly option?: Readonly<Record<string, string>>
  readonly customerDiscount?: string
  readonly table?: boolean
  readonly offline?: boolean
  readonly layout?: string
  readonly images?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly address?: string
  readonly paths?: readonly string[]
  readonly check?: boolean
  readonly all?: boolean
  readonly schema?: string
  readonly draft?: string
  readonly folder?: string
  readonly storeUrl?: string
  readonly filesUrl?: string
  readonly site?: string
  readonly name?: string
  readonly example?: boolean
  /** False with `--no-workflow`. */
  readonly workflow?: boolean
  readonly vscode?: boolean
  readonly yes?: boolean
}
