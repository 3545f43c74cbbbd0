import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OperationalError } from '../errors.ts'
import { lfsPointer } from '../files/lfs-pointer.ts'
import type { TreeFile } from './commit-tree.ts'
import { type GitPlace, runGit } from './run-git.ts'

/** Contents that are in memory at once, in bytes; a larger file is read alone. */
const bytesAtOnce = 32_000_000

/**
 * Writes files of a commit into a folder, as they are in the repository: git converts and runs nothing. The file of a git LFS pointer is
 * copied from the objects of the clone where it is there; else the pointer is written. Throws `git-failed` where content is missing.
 */
export async function writeTree(place: GitPlace, files: readonly TreeFile[], folder: string): Promise<void> {
  const objects = await lfsObjects(place)
  // Links are last: no file is written through one.
  const ordered = [...files.filter(({ isLink }) => !isLink), ...files.filter(({ isLink }) => isLink)]
  for (const some of parts(ordered)) {
    const contents = await readBlobs(place, some)
    for (const [index, file] of some.entries()) await writeOne(join(folder, file.path), { file, content: contents[index], objects })
  }
}

function parts(files: readonly TreeFile[]): TreeFile[][] {
  const found: TreeFile[][] = []
  let bytes = 0
  for (const file of files) {
    bytes += file.size
    const last = found.at(-1)
    if (last && bytes <= bytesAtOnce) last.push(file)
    else {
      found.push([file])
      bytes = file.size
    }
  }
  return found
}

interface Written {
  readonly file: TreeFile
  readonly content: Buffer | undefined
  readonly objects: string
}

async function writeOne(path: string, { file, content, objects }: Written): Promise<void> {
  if (!content) throw missingContent(file)
  await mkdir(dirname(path), { recursive: true })
  if (file.isLink) return symlink(content.toString('utf8'), path)
  const oid = lfsPointer(content)
  if (oid !== null && (await isCopied(join(objects, oid.slice(0, 2), oid.slice(2, 4), oid), path))) return
  await writeFile(path, content)
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to)
    return true
  } catch {
    return false
  }
}

/** Where git LFS keeps the files that it has downloaded. */
async function lfsObjects(place: GitPlace): Promise<string> {
  const { output } = await runGit(place, ['rev-parse', '--git-common-dir'])
  return resolve(place.folder, output.toString('utf8').trim(), 'lfs', 'objects')
}

/** The contents in the order of the files; `undefined` where the repository does not have one. */
async function readBlobs(place: GitPlace, files: readonly TreeFile[]): Promise<readonly (Buffer | undefined)[]> {
  const { output } = await runGit(place, ['cat-file', '--batch'], files.map(({ blob }) => `${blob}\n`).join(''))
  let at = 0
  return files.map(() => {
    const end = output.indexOf('\n', at)
    const [, kind, size] = output.toString('latin1', at, Math.max(at, end)).split(' ')
    at = end + 1
    if (end < 0 || kind !== 'blob') return undefined
    const content = output.subarray(at, at + Number(size))
    at += Number(size) + 1
    return content
  })
}

function missingContent({ path }: TreeFile): OperationalError {
  return new OperationalError('git-failed', `The repository does not have the content of ${path} in this commit.`, {
    fix: 'The clone is partial or damaged: run `git fetch --refetch origin`, or clone it again.',
  })
}
