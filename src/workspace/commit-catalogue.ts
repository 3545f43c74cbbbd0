import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cataloguePath } from '../files/catalogue-path.ts'
import { type FoundCommit, listTree, type TreeFile } from '../git/commit-tree.ts'
import type { GitPlace } from '../git/run-git.ts'
import { writeTree } from '../git/write-tree.ts'
import type { DesiredSources } from '../records/desired.ts'
import type { SourcePlace, SourceSpan } from '../source/source.ts'
import { CatalogueInvalid } from './catalogue-invalid.ts'
import { openPackedCatalogue, type OpenPackedCatalogue } from './load-catalogue.ts'
import type { PlannedCatalogue } from './plan.ts'
import { formatCount } from '../source/counts.ts'

/** A catalogue as it was at a commit, with the config of today. It can be read until the disposal. */
export interface CommitCatalogue extends AsyncDisposable {
  /** The full id of the commit. */
  readonly commit: string
  readonly desired: DesiredSources
  /** Line and column of a place in the documents of that commit. */
  readonly locate: (span: SourceSpan) => SourcePlace
}

/** The catalogue of today, which has the config, and where its repository is. */
export interface CommitInput {
  readonly catalogue: Pick<PlannedCatalogue, 'root' | 'config'> & { readonly configPath: string }
  readonly place: GitPlace
  /** The time at which promotions are over. */
  readonly now: Date
}

/**
 * Reads the catalogue of a commit from the repository, in a temporary folder: documents, overlay and pictures of that commit, and the
 * config of today. Throws `git-failed`, and `catalogue-invalid` where that catalogue has errors; errors about its pictures do not count.
 */
export async function openCommitCatalogue(input: CommitInput, found: FoundCommit): Promise<CommitCatalogue> {
  const { catalogue, place, now } = input
  const { commit } = found
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'planogram-commit-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const configFile = await writeFiles(input, { found, folder })
  const store = catalogue.config.storeName
  const read = opening.use(await openPackedCatalogue({ root: folder, configFile, store, env: place.env, now }))
  refuseBroken(read, commit)
  const opened = opening.move()
  return {
    commit,
    desired: read.desired,
    locate: (span) => read.sources.locate(span),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Writes the files of the commit with the config of today among them; the path of the config. */
async function writeFiles({ catalogue, place }: Omit<CommitInput, 'now'>, { found, folder }: Writing): Promise<string> {
  const { root, config, configPath } = catalogue
  const tree = await listTree(place, found)
  const isOutside = configPath.split('/')[0] === '..'
  const replaced = isOutside ? [] : [configPath, ...foldersOf(configPath)]
  const files = tree.filter(({ path, isLink }) => path !== configPath && !(isLink && replaced.includes(path)))
  // Before the files: links of the commit come last, so that nothing is written through one.
  if (!isOutside) await mkdir(dirname(join(folder, configPath)), { recursive: true })
  if (!isOutside) await copyFile(join(root, configPath), join(folder, configPath))
  const { overlay } = config.store
  if (overlay !== null && isAbsent(overlay, files)) await mkdir(join(folder, overlay), { recursive: true })
  await writeTree(place, files, folder)
  return isOutside ? join(root, configPath) : configPath
}

interface Writing {
  readonly found: FoundCommit
  readonly folder: string
}

/** The folders of a path: `a/b/c.yaml` is in `a` and `a/b`. */
function foldersOf(path: string): readonly string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('/'))
}

/** True for a folder of the catalogue that the commit does not have: a store can have a new overlay. */
function isAbsent(overlay: string, files: readonly TreeFile[]): boolean {
  const above = [overlay, ...foldersOf(overlay)]
  return 'path' in cataloguePath(overlay, '') && !files.some(({ path }) => above.includes(path) || path.startsWith(`${overlay}/`))
}

/** Pictures have no part in the base, and those of git LFS may not have been downloaded. */
function isOfPictures(rule: string): boolean {
  return rule.startsWith('picture') || rule.startsWith('rendition')
}

function refuseBroken({ problems, sources }: OpenPackedCatalogue, commit: string): void {
  const errors = problems.filter(({ severity, rule }) => severity === 'error' && !isOfPictures(rule))
  const [first] = errors
  if (!first) return
  const { file, line } = sources.locate(first.at)
  const count = errors.length === 1 ? 'an error' : `${formatCount(errors.length)} errors`
  throw new CatalogueInvalid(
    `The catalogue of commit ${commit.slice(0, 12)} has ${count}: ${first.message} (${file}:${line}, ${first.rule}).`,
    {
      problems: [],
      fix: 'Name a commit that `planogram validate` accepts with the config of today, or plan without that commit.',
    },
  )
}
