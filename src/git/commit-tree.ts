import { invariant, OperationalError } from '../errors.ts'
import { type GitPlace, runGit } from './run-git.ts'

/** A file or a symbolic link of a commit. */
export interface TreeFile {
  /** From the folder, with forward slashes. */
  readonly path: string
  /** The name of its content in the repository. */
  readonly blob: string
  /** Bytes. */
  readonly size: number
  readonly isLink: boolean
}

/** A commit that `findCommit` found. */
export interface FoundCommit {
  /** Its full id. */
  readonly commit: string
  /** The path of the folder from the top of the repository, with a slash at its end; empty for the top. */
  readonly prefix: string
}

/**
 * Finds the commit that a ref, a tag or a short id names in the repository of the folder; `null` where there is none. Throws `git-failed`
 * where the folder is in no repository.
 */
export async function findCommit(place: GitPlace, ref: string): Promise<FoundCommit | null> {
  const prefix = await runGit(place, ['rev-parse', '--show-prefix'])
  if (prefix.exitCode !== 0) {
    const fix = 'Run the command in a clone of the repository of the catalogue.'
    throw new OperationalError('git-failed', `git cannot use ${place.folder} as a repository: ${prefix.error}.`, { fix })
  }
  // A name that begins with a dash would be an option.
  const found = ref.startsWith('-') || ref === '' ? null : await runGit(place, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
  if (found?.exitCode !== 0) return null
  return { commit: found.output.toString('utf8').trim(), prefix: prefix.output.toString('utf8').replace(/\n$/, '') }
}

/** The error for a ref that `findCommit` does not find, with the way to fetch it into a shallow clone. */
export async function unknownCommit(place: GitPlace, ref: string): Promise<OperationalError> {
  const shallow = await runGit(place, ['rev-parse', '--is-shallow-repository'])
  if (shallow.output.toString('utf8').trim() !== 'true')
    return new OperationalError('git-failed', `The repository has no commit \`${ref}\`.`, {
      fix: 'Check the name with `git log`; after `git fetch origin <branch or ref>`, give `FETCH_HEAD`.',
    })
  const whole = '`git fetch --unshallow`, `fetch-depth: 0` in GitHub Actions.'
  const fetched = fetchOf(ref)
  return new OperationalError('git-failed', `This clone is shallow and does not have the commit \`${ref}\`.`, {
    fix: fetched === null ? `Clone all of it: ${whole}` : `Run ${fetched}, or clone all of it: ${whole}`,
  })
}

/**
 * How a commit is fetched into a shallow clone, so that its name is known afterwards; `null` for what a remote cannot be asked for: a short id,
 * and what is relative (`HEAD~2`). A branch or a tag that is fetched by its short name gets no name in the clone but `FETCH_HEAD`.
 */
function fetchOf(ref: string): string | null {
  const fetch = 'git fetch --depth 1 origin'
  if (!/^\w[\w./-]*$/.test(ref) || ref.includes('..') || ref === 'HEAD') return null
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return `\`${fetch} ${ref}\``
  if (ref.startsWith('refs/')) return `\`${fetch} +${ref}:${ref}\``
  if (ref.startsWith('origin/')) return `\`${fetch} +refs/heads/${ref.slice('origin/'.length)}:refs/remotes/${ref}\``
  return /^[0-9a-f]{4,64}$/.test(ref) ? null : `\`${fetch} ${ref}\` and give \`FETCH_HEAD\` instead of \`${ref}\``
}

/**
 * The files of the folder in a commit, without submodules and without what a catalogue never reads: dot-folders, dot-files and
 * node_modules. Throws `git-failed` where the commit does not have the folder.
 */
export async function listTree(place: GitPlace, { commit, prefix }: FoundCommit): Promise<readonly TreeFile[]> {
  const folder = prefix.replace(/\/$/, '')
  const listed = await runGit(place, ['ls-tree', '-r', '-l', '-z', '--full-tree', `${commit}:${folder}`])
  if (listed.exitCode !== 0) {
    const fix = 'Name a commit in which the catalogue is in the same folder of the repository.'
    throw new OperationalError('git-failed', `Commit ${commit.slice(0, 12)} has no folder ${folder}: ${listed.error}.`, { fix })
  }
  return listed.output
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .flatMap((entry) => {
      // The size of content that the clone does not have is BAD; reading it is an error that names the file.
      const found = /^(\d+) (\w+) ([0-9a-f]+) +(\S+)\t([^]*)$/.exec(entry)
      invariant(found, `git ls-tree printed ${JSON.stringify(entry)}`)
      const [, mode, kind, blob = '', size, path = ''] = found
      return kind === 'blob' && isRead(path) ? [{ path, blob, size: Number(size) || 0, isLink: mode === '120000' }] : []
    })
}

/** Refuses `..` too, which no commit has that git itself has written. */
function isRead(path: string): boolean {
  return path.split('/').every((step) => step !== '' && !step.startsWith('.') && step !== 'node_modules' && !/[\\:]/.test(step))
}
