/** The exit codes that commands return. */
export const exitCodes = {
  done: 0,
  error: 1,
  changes: 2,
  guarded: 3,
  stale: 4,
  declined: 5,
  partial: 6,
  held: 7,
  usage: 64,
  invalid: 65,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitName = keyof typeof exitCodes

/** The meaning of each exit code, for `--help` and docs/errors.md. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  done: 'done, or nothing to do',
  error: 'error',
  changes: 'changes are present (plan --detailed-exitcode, fmt --check)',
  guarded: 'a guard stopped the apply; nothing was written',
  stale: 'the plan is stale; nothing was written',
  declined: 'declined, or no terminal to ask in',
  partial: 'applied in part, or the store does not match the catalogue',
  held: 'another apply holds the lease of the store',
  usage: 'wrong usage',
  invalid: 'the catalogue is invalid',
  interrupted: 'interrupted by Ctrl-C (SIGINT)',
  terminated: 'terminated by SIGTERM',
}

/** One kind of error: the exit code of a command that fails with it, a title, and a general fix. */
export interface ErrorKind {
  readonly exitCode: number
  readonly title: string
  readonly fix: string
}

/** Every error that the program reports, by code. `npm run generate` writes docs/errors.md from it. */
export const errorKinds = {
  'config-missing': {
    exitCode: exitCodes.error,
    title: 'The folder has no config.',
    fix: 'Run the command in the folder of the catalogue, name that folder with `--chdir`, or create a catalogue with `planogram init`.',
  },
  'config-invalid': {
    exitCode: exitCodes.invalid,
    title: 'The config cannot be used.',
    fix: 'Fix `planogram.yaml` at the place that the message names.',
  },
  'catalogue-invalid': {
    exitCode: exitCodes.invalid,
    title: 'The catalogue has errors.',
    fix: 'Fix the listed errors. `planogram validate` lists them again without a store.',
  },
  'store-unknown': {
    exitCode: exitCodes.usage,
    title: 'The config has no such store.',
    fix: 'Name a store of the config with `--store`, or set `default_store`.',
  },
  'store-unreachable': {
    exitCode: exitCodes.error,
    title: 'The program cannot connect to the store.',
    fix: 'Check `base_url` and `files_url` of the store and the network of this machine, then run the command again.',
  },
  'store-refused-key': {
    exitCode: exitCodes.error,
    title: 'The key of the store is missing, cannot be sent, or was refused.',
    fix: 'Check `key`, `key_file` or `key_command` of the store in `planogram.yaml`, and the rights of the key in the administration of the store. Without one of them, run `planogram login`.',
  },
  'login-failed': {
    exitCode: exitCodes.error,
    title: 'The login in the browser did not give a key.',
    fix: 'Run `planogram login` again, or register a key in the administration tool of the store and set `key` in `planogram.yaml`.',
  },
  'store-fault': {
    exitCode: exitCodes.error,
    title: 'The store refused a request.',
    fix: 'Read the message of the store: it names the cause.',
  },
  'store-answer-broken': {
    exitCode: exitCodes.error,
    title: 'The answer of the store is not a valid answer of the Data API.',
    fix: 'Check `base_url`, then run the command again. If the error persists, look at proxies between this machine and the store.',
  },
  'store-incomplete': {
    exitCode: exitCodes.error,
    title: 'The store returned fewer records than it has.',
    fix: 'Run the command again when nobody else changes the store.',
  },
  'files-fault': {
    exitCode: exitCodes.error,
    title: 'The Files API refused a request, or the store has none.',
    fix: 'Set `files_url` and `site_name` of the store in `planogram.yaml`.',
  },
  'file-unreadable': {
    exitCode: exitCodes.error,
    title: 'A file cannot be read.',
    fix: 'Check that the file exists and that this user may read it.',
  },
  'file-unwritable': {
    exitCode: exitCodes.error,
    title: 'A file cannot be written.',
    fix: 'Check that the folder exists, that this user may write to it, and that the disk has room.',
  },
  'git-failed': {
    exitCode: exitCodes.error,
    title: 'The catalogue of a commit cannot be read.',
    fix: 'Check the name of the commit with `git log`, and that the clone has it.',
  },
  'forge-failed': {
    exitCode: exitCodes.error,
    title: 'The code host refused a request, or could not be reached.',
    fix: 'Check the permissions of the token in `TOKEN`, then run the job again. docs/ci.md lists what each job needs.',
  },
  'sharp-missing': {
    exitCode: exitCodes.error,
    title: 'The config asks for smaller pictures, and the package `sharp` is not installed.',
    fix: 'Run `npm install sharp`, or remove `images:` from `planogram.yaml`.',
  },
  'variable-missing': {
    exitCode: exitCodes.error,
    title: 'The address of a webhook needs an environment variable that is not set.',
    fix: 'Set the variable in the environment of the command.',
  },
  'plan-file-broken': {
    exitCode: exitCodes.error,
    title: 'The plan file is damaged, edited, or not a plan file.',
    fix: 'Make the plan again with `planogram plan --out <file>`.',
  },
  'decisions-broken': {
    exitCode: exitCodes.error,
    title: 'The file with the decisions of a review is damaged.',
    fix: 'Delete it, and decide again with `planogram review <plan>`.',
  },
  'plan-stale': {
    exitCode: exitCodes.stale,
    title: 'The plan does not match the catalogue or the store any more.',
    fix: 'Make and review a new plan with `planogram plan --out <file>`.',
  },
  'guard-stopped': {
    exitCode: exitCodes.guarded,
    title: 'A guard of the config stops the apply of this plan.',
    fix: 'Change the catalogue or the limit under `guards` in `planogram.yaml`, or pass `--override <guard>=<plan hash>` for exactly this plan.',
  },
  'no-terminal': {
    exitCode: exitCodes.declined,
    title: 'An answer is needed, and there is no interactive terminal.',
    fix: 'Run the command in a terminal, or pass `--auto-approve`.',
  },
  declined: {
    exitCode: exitCodes.declined,
    title: 'The command did not get an approval or an answer that it needs; nothing was written.',
    fix: 'Answer the questions, or pass the flags that answer them.',
  },
  'state-broken': {
    exitCode: exitCodes.error,
    title: 'The state file cannot be used.',
    fix: 'Name another file under `state` in `planogram.yaml`.',
  },
  'base-missing': {
    exitCode: exitCodes.error,
    title: 'The state does not know what was last applied to the store.',
    fix: 'Run `planogram apply` or `planogram pull` first: both record what the store has. If it was done on another machine, use its state file.',
  },
  'lease-held': {
    exitCode: exitCodes.held,
    title: 'Another apply holds the lease of the store.',
    fix: 'Wait until the other apply has ended. If its process has died, wait until the lease ends, or run `planogram state unlock`.',
  },
  'lease-lost': {
    exitCode: exitCodes.partial,
    title: 'The apply lost its lease of the store before it ended.',
    fix: 'Wait until the other apply has ended, then run `planogram plan` to see what is left.',
  },
  'run-unknown': {
    exitCode: exitCodes.usage,
    title: 'The state has no such run of this store.',
    fix: 'Run `planogram runs` to list the runs, and name the store of the run with `--store`.',
  },
  'port-taken': {
    exitCode: exitCodes.error,
    title: 'The embedded store is already running, or its port is in use.',
    fix: 'Pass another port with `--port`, or omit it for a free one.',
  },
  'document-changed': {
    exitCode: exitCodes.error,
    title: 'A document was changed by something else while the command ran.',
    fix: 'Run the command again.',
  },
  'work-unsaved': {
    exitCode: exitCodes.error,
    title: 'A file that the command would replace has uncommitted changes.',
    fix: 'Commit your changes first, or pass `--force`.',
  },
  'list-invalid': {
    exitCode: exitCodes.invalid,
    title: 'A list of customers has errors.',
    fix: 'Fix the lines that the message names, then run the command again.',
  },
  'shipment-refused': {
    exitCode: exitCodes.error,
    title: 'The order or one of its lines does not exist, more would be shipped than was ordered, or a mail has no address.',
    fix: 'Check the number of the order and the lines that the message names.',
  },
  'wrong-usage': {
    exitCode: exitCodes.usage,
    title: 'The command line, a call of the library, or a request to the embedded store is not valid.',
    fix: 'Run `planogram <command> --help`.',
  },
  interrupted: {
    exitCode: exitCodes.interrupted,
    title: 'A signal stopped the command before it wrote anything.',
    fix: 'Run the command again.',
  },
} as const satisfies Readonly<Record<string, ErrorKind>>

/** The code of an `OperationalError`. */
export type OperationalCode = keyof typeof errorKinds

/**
 * An error of the environment, not of the program: `message` states what happened to what, `fix` what to do; a `fix` passed by the code
 * that throws replaces that of the table. Never contains a key, a token or a password. Bugs are plain errors (`invariant`).
 */
export class OperationalError extends Error {
  override readonly name = 'OperationalError'
  readonly code: OperationalCode
  readonly fix: string
  readonly context: Readonly<Record<string, string | number>>

  constructor(
    code: OperationalCode,
    message: string,
    more: { fix?: string; context?: Readonly<Record<string, string | number>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.fix = more.fix ?? errorKinds[code].fix
    this.context = more.context ?? {}
  }

  /** The exit code of a command that fails with this error. */
  get exitCode(): number {
    return errorKinds[this.code].exitCode
  }
}

/** The code of the operating system for an error, such as `EACCES`. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
}

/** Throws where the program has a bug: `message` describes what does not hold. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`This is a bug in planogram: ${message}`)
}
