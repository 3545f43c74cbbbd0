import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownPackage } from '../../../src/workspace/own-package.ts'
import { freshFolder } from '../../support/fresh-folder.ts'
import { commit, git } from '../../support/git-repository.ts'

const fresh = freshFolder()
const env = { PATH: process.env['PATH'] }

test('a checkout is its commit at its remote, where the remote has it', async () => {
  git(fresh.root, 'init', '--quiet')
  const first = commit(fresh.root, { 'package.json': '{}' })
  const own = (): Promise<string | null> => ownPackage(fresh.root, env)
  const at = async (remote: string): Promise<string | null> => {
    git(fresh.root, 'remote', 'set-url', 'origin', remote)
    return await own()
  }

  const alone = await own()
  git(fresh.root, 'remote', 'add', 'origin', 'https://code.example/tools/planogram.git')
  const unpushed = await own()
  git(fresh.root, 'update-ref', 'refs/remotes/origin/main', first)
  const pushed = await own()
  const others = [
    await at('git@code.example:tools/planogram.git'),
    await at('https://ada:word@code.example/planogram.git'),
    await at('/srv/p'),
  ]
  const edited = commit(fresh.root, { 'package.json': '{ }' }) && (await at('https://code.example/tools/planogram.git'))

  expect([alone, unpushed, edited]).toEqual([null, null, null])
  expect(pushed).toBe(`git+https://code.example/tools/planogram.git#${first}`)
  expect(others).toEqual([`git+ssh://git@code.example/tools/planogram.git#${first}`, null, null])
})

test('an installed package is the address that npm recorded, unless that is a path of this machine', async () => {
  const folder = join(fresh.root, 'node_modules/planogram')
  mkdirSync(folder, { recursive: true })
  const from = async (resolved: unknown): Promise<string | null> => {
    const packages = { 'node_modules/planogram': { version: '1.0.0', resolved } }
    writeFileSync(join(fresh.root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
    return await ownPackage(folder, env)
  }

  const unknown = await ownPackage(folder, env)
  const known = [await from('git+ssh://git@code.example/planogram.git#1a2b3c4'), await from('https://files.example/planogram-1.0.0.tgz')]
  const local = [await from('file:../planogram-1.0.0.tgz'), await from(undefined)]

  expect(known).toEqual(['git+ssh://git@code.example/planogram.git#1a2b3c4', 'https://files.example/planogram-1.0.0.tgz'])
  expect([unknown, ...local]).toEqual([null, null, null])
})
