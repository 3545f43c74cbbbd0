import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCommit, listTree } from '../../../src/git/commit-tree.ts'
import { writeTree } from '../../../src/git/write-tree.ts'
import { commit, git } from '../../support/git-repository.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-git-'))
  mkdirSync(join(folder, 'clone'))
  git(join(folder, 'clone'), 'init', '--quiet')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a commit of the clone, or of a folder in it, into a new folder: the content of each file by path. */
async function written(within = ''): Promise<Record<string, string>> {
  const place = { folder: join(folder, 'clone', within), env: { PATH: process.env['PATH'] ?? '' } }
  const to = join(folder, 'to')
  mkdirSync(to)
  const found = await findCommit(place, 'HEAD')
  if (!found) throw new Error('there is no commit')
  await writeTree(place, await listTree(place, found), to)
  const paths = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((path) => !lstatSync(join(to, path)).isDirectory())
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(to, path), 'latin1')]))
}

test('files are written as they are in the repository, whatever their names and sizes', async () => {
  const large = Buffer.alloc(33_000_000, 'a\n\0')
  const files = { 'a b/ü "x".yaml': 'line\r\n', 'empty.txt': '', 'large.bin': large, 'z.yaml': 'no line end' }
  commit(join(folder, 'clone'), files)

  const seen = await written()

  expect(Object.keys(seen)).toEqual(Object.keys(files))
  expect([seen['a b/ü "x".yaml'], seen['empty.txt'], seen['z.yaml']]).toEqual(['line\r\n', '', 'no line end'])
  expect(seen['large.bin'] === large.toString('latin1')).toBe(true)
})

test('only the folder is written, without dot-files, node_modules and submodules', async () => {
  const clone = join(folder, 'clone')
  const id = commit(clone, {
    'other.yaml': '',
    'shop/a.yaml': 'a',
    'shop/.env': 'KEY=1',
    'shop/.git-x/b': '',
    'shop/node_modules/c.yaml': '',
  })
  git(clone, 'update-index', '--add', '--cacheinfo', `160000,${id},shop/sub`)
  git(clone, 'commit', '--quiet', '--message', 'Submodule')

  const seen = await written('shop')

  expect(seen).toEqual({ 'a.yaml': 'a' })
})

test('a link is a link again', async () => {
  writeFileSync(join(folder, 'clone/a.yaml'), 'a')
  symlinkSync('a.yaml', join(folder, 'clone/b.yaml'))
  commit(join(folder, 'clone'))

  const seen = await written()

  expect([seen, lstatSync(join(folder, 'to/b.yaml')).isSymbolicLink()]).toEqual([{ 'a.yaml': 'a', 'b.yaml': 'a' }, true])
})

test('a git LFS pointer is replaced with the file that the clone has', async () => {
  const oids = ['here', 'elsewhere'].map((text) => createHash('sha256').update(text).digest('hex'))
  const pointers = oids.map((oid) => `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 4\n`)
  const [here = '', elsewhere = ''] = pointers
  commit(join(folder, 'clone'), { 'a.png': here, 'b.png': elsewhere })
  const [oid = ''] = oids
  const objects = join(folder, 'clone/.git/lfs/objects', oid.slice(0, 2), oid.slice(2, 4))
  mkdirSync(objects, { recursive: true })
  writeFileSync(join(objects, oid), 'here')

  const seen = await written()

  expect(seen).toEqual({ 'a.png': 'here', 'b.png': elsewhere })
})

test('content that a partial clone does not have is an error that names the file', async () => {
  const clone = join(folder, 'clone')
  commit(clone, { 'a.yaml': 'a', 'b.yaml': 'b' })
  const blob = git(clone, 'rev-parse', 'HEAD:b.yaml')
  rmSync(join(clone, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true })

  const writing = written()

  await expect(writing).rejects.toMatchObject({ code: 'git-failed', message: expect.stringContaining('the content of b.yaml') })
})
