import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { byCode } from '../source/by-code.ts'
import { openPlainFile } from '../files/open-plain-file.ts'
import { replaceWhole } from '../files/replace-whole.ts'
import { OperationalError, systemCodeOf } from '../errors.ts'
import { filePlace } from './file-place.ts'

/** Writes files of a catalogue without ever losing work that nobody could bring back. */
export interface FileGuard extends Disposable {
  /** Throws `work-unsaved` when one of these files would be replaced and is neither in git as it stands nor as pull wrote it. */
  check(paths: readonly string[]): Promise<void>
  /** Throws `file-unwritable` where something else than a file of the catalogue stands in the place of one of these, before anything is written. */
  checkPlaces(paths: Iterable<string>): void
  /** Whole or not at all; throws `file-unwritable`. What was written is known for certain when the guard is disposed of. */
  write(path: string, content: string | Uint8Array): void
}

const memoryPath = '.planogram/pulled.json'
const mostNamed = 10
/** How many writes may be forgotten when the program is killed. */
const savedEvery = 200

/** Guards the files below a root; with `force` everything may be replaced. `env`: where git is found. */
export function openFileGuard(
  root: string,
  { force, env }: { force: boolean; env: Readonly<Record<string, string | undefined>> },
): FileGuard {
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
      const saved = await (inGit ??= cleanInGit(root, env))
      const unsavedWork = strange.filter((path) => !saved.has(path))
      if (unsavedWork.length > 0) throw unsavedError(unsavedWork)
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

/** Throws `file-unwritable` with what the system said. */
function put(file: string, path: string, content: string | Uint8Array): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    replaceWhole(file, content)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `${path} cannot be written (${systemCodeOf(cause)}); it stays as it is.`, {
      fix: 'Allow this user to write into its folder, see that the disk has room, and pull again.',
      cause,
    })
  }
}

function unsavedError(paths: readonly string[]): OperationalError {
  const named = paths.slice(0, mostNamed).join(', ')
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : ''
  return new OperationalError(
    'work-unsaved',
    `Pull would change ${named}${more}, which git does not have as ${paths.length === 1 ? 'it stands' : 'they stand'}.`,
    {
      fix: 'Commit your work first, so that the change can be looked at and taken back; --force goes on without.',
    },
  )
}

function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
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

/** The files that git has just as they stand, from the root; none where there is no git. Nothing of the repository is run. */
async function cleanInGit(root: string, env: Readonly<Record<string, string | undefined>>): Promise<ReadonlySet<string>> {
  const list = async (...options: readonly string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', 'ls-files', '-z', ...options, '--', '.'], {
      cwd: root,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      maxBuffer: 1 << 28,
    })
    return stdout.split('\0').filter((path) => path !== '')
  }
  try {
    const [tracked, changed] = await Promise.all([list('--cached'), list('--modified', '--deleted')])
    const moved = new Set(changed)
    return new Set(tracked.filter((path) => !moved.has(path)))
  } catch {
    return new Set()
  }
}
