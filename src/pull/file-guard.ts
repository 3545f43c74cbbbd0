import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { byCode } from '../source/by-code.ts'
import { openPlainFile } from '../files/open-plain-file.ts'
import { replaceWhole } from '../files/replace-whole.ts'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { filePlace } from './file-place.ts'
import { readText } from './written-catalogue.ts'

/** Writes files of a catalogue and never overwrites work that cannot be restored. */
export interface FileGuard extends Disposable {
  /** Throws `work-unsaved` where one of these files exists and is neither committed in git nor unchanged since pull wrote it. */
  check(paths: readonly string[]): Promise<void>
  /** Throws `document-changed` where one of these files no longer has this text; `undefined`: there was no file. */
  checkTexts(texts: Iterable<readonly [path: string, text: string | undefined]>): void
  /** Throws `file-unwritable` where one of these paths is not a file of the catalogue, such as a folder, a pipe or a link out of it. */
  checkPlaces(paths: Iterable<string>): void
  /** Writes a file atomically; throws `file-unwritable`. Disposing of the guard saves which files were written. */
  write(path: string, content: string | Uint8Array): void
}

const memoryPath = '.planogram/pulled.json'
const mostNamed = 10
/** Number of writes after which the memory is saved: so many are forgotten where the program is killed. */
const savedEvery = 200

/** Who writes the files of a catalogue, and what may be overwritten. */
interface Guarding {
  /** True to overwrite all files. */
  readonly force: boolean
  /** The environment in which git is found. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** What runs, for messages: `planogram pull`. */
  readonly command: string
}

/** Guards the files below a root. */
export function openFileGuard(root: string, { force, env, command }: Guarding): FileGuard {
  const memory = join(root, memoryPath)
  const pulled = new Map(Object.entries(readMemory(memory)))
  let inGit: Promise<ReadonlySet<string>> | undefined
  let unsaved = 0
  const save = (): void => {
    if (unsaved === 0) return
    unsaved = 0
    const sorted = Object.fromEntries([...pulled].toSorted(([a], [b]) => byCode(a, b)))
    put(memory, memoryPath, `${JSON.stringify(sorted, null, 2)}\n`)
  }
  return {
    check: async (paths) => {
      const present = force ? [] : paths.filter((path) => existsSync(join(root, path)))
      const strange = present.filter((path) => pulled.get(path) !== digest(readFileSync(join(root, path))))
      if (strange.length === 0) return
      const saved = await (inGit ??= committedFiles(root, env))
      const unsavedWork = strange.filter((path) => !saved.has(path))
      if (unsavedWork.length > 0) throw unsavedError(unsavedWork, command)
    },
    checkTexts: (texts) => {
      const changed = [...texts].flatMap(([path, text]) => (textNow(join(root, path)) === text ? [] : [path]))
      if (changed.length > 0) throw changedError(changed, command)
    },
    checkPlaces: (paths) => {
      for (const path of paths) filePlace(root, path)
    },
    write: (path, content) => {
      put(filePlace(root, path), path, content)
      pulled.set(path, digest(content))
      unsaved += 1
      if (unsaved >= savedEvery) save()
    },
    [Symbol.dispose]: save,
  }
}

/** Writes a file; throws `file-unwritable` with the error code of the system. */
function put(file: string, path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    replaceWhole(file, content)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${path} cannot be written (${systemCodeOf(cause)}); it was not changed.`, {
      fix: 'Allow this user to write to its folder, check the free space of the disk, and run the command again.',
      cause,
    })
  }
}

function textNow(file: string): string | undefined {
  return existsSync(file) ? readText(file) : undefined
}

function changedError(paths: readonly string[], command: string): OperationalError {
  const message = `${namesOf(paths)} changed on the disk while \`${command}\` ran; no document was written.`
  return new OperationalError('document-changed', message, { fix: 'Run the command again.' })
}

function namesOf(paths: readonly string[]): string {
  return `${paths.slice(0, mostNamed).join(', ')}${paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''}`
}

function unsavedError(paths: readonly string[], command: string): OperationalError {
  return new OperationalError(
    'work-unsaved',
    `\`${command}\` would overwrite ${namesOf(paths)}, which ${paths.length === 1 ? 'has' : 'have'} uncommitted changes.`,
    {
      fix: 'Commit your changes first, or overwrite them with --force.',
    },
  )
}

function digest(content: string | Uint8Array): string {
  return hash('sha256', content)
}

function readMemory(file: string): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(textOf(file))
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

function textOf(file: string): string {
  const descriptor = openPlainFile(file)
  try {
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/** The paths of the files without uncommitted changes, staged ones included; none where there is no git. No code of the repository is run. */
async function committedFiles(root: string, env: Readonly<Record<string, string | undefined>>): Promise<ReadonlySet<string>> {
  const list = async (command: string, ...options: readonly string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', command, '-z', ...options, '--', '.'], {
      cwd: root,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      maxBuffer: 1 << 28,
    })
    return stdout.split('\0').filter((path) => path !== '')
  }
  const isolated = ['--no-ext-diff', '--no-textconv', '--no-renames']
  try {
    const lists = await Promise.all([
      list('ls-files', '--cached'),
      list('ls-files', '--modified', '--deleted'),
      // Before the first commit this lists all files.
      list('diff', '--cached', '--name-only', '--relative', ...isolated),
    ])
    const [tracked, ...changed] = lists
    const dirty = new Set(changed.flat())
    return new Set(tracked.filter((path) => !dirty.has(path)))
  } catch {
    return new Set()
  }
}
