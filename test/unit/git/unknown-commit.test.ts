import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findCommit, unknownCommit } from '../../../src/git/commit-tree.ts'
import { commit, git } from '../../support/git-repository.ts'

const folder = mkdtempSync(join(tmpdir(), 'planogram-git-'))
/** A shallow clone of the second commit, and what each test gets as a copy of it. */
const [made, clone] = [join(folder, 'made'), join(folder, 'clone')]
let first = ''

beforeAll(() => {
  const origin = join(folder, 'origin')
  mkdirSync(origin)
  git(origin, 'init', '--quiet', '--initial-branch', 'main')
  first = commit(origin, { 'a.txt': '1' })
  for (const name of ['refs/heads/old/prices', 'refs/tags/v1.0', 'refs/planogram/shop']) git(origin, 'update-ref', name, first)
  commit(origin, { 'a.txt': '2' })
  git(folder, 'clone', '--quiet', '--depth', '1', '--branch', 'main', `file://${origin}`, made)
})
beforeEach(() => {
  rmSync(clone, { recursive: true, force: true })
  cpSync(made, clone, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command that the error advises; then the name of the commit after it: the one that it advises, or the same. */
async function adviceFor(ref: string): Promise<{ readonly command: string; readonly name: string }> {
  const { fix } = await unknownCommit({ folder: clone, env: process.env }, ref)
  return { command: /`(git fetch --depth 1 [^`]+)`/.exec(fix)?.[1] ?? '', name: /give `(\S+)` instead/.exec(fix)?.[1] ?? ref }
}

test.each(['old/prices', 'v1.0', 'refs/planogram/shop', 'refs/tags/v1.0', 'origin/old/prices'])(
  'in a shallow clone, %s is found after the advised command',
  async (ref) => {
    const place = { folder: clone, env: process.env }
    const before = await findCommit(place, ref)

    const { command, name } = await adviceFor(ref)
    execFileSync('sh', ['-c', command], { cwd: clone, stdio: 'pipe' })

    expect(before).toBe(null)
    expect((await findCommit(place, name))?.commit).toBe(first)
  },
)

test.each(['HEAD~1', 'main~1', 'a b', '--all', '1a2b3c4', "x'y", 'a..b', 'v1.0^{commit}'])(
  'in a shallow clone, no command fetches %s: the whole history has to be there',
  async (ref) => {
    const { fix } = await unknownCommit({ folder: clone, env: process.env }, ref)

    expect(fix).toBe('Clone all of it: `git fetch --unshallow`, `fetch-depth: 0` in GitHub Actions.')
  },
)
