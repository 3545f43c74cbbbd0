import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentCache } from '../../src/workspace/document-cache.ts'

let home = ''
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'planogram-home-')))
})
afterEach(() => rmSync(home, { recursive: true }))

test('the secret of the cache is made once, outside of the catalogue, and for its user alone', () => {
  const env = { XDG_CONFIG_HOME: home }

  const [first, second] = [documentCache(home, env).secret(), documentCache(home, env).secret()]

  const file = join(home, 'planogram', 'cache-secret')
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toBe(first)
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n`)
  expect(statSync(file).mode & 0o077).toBe(0)
})

test('a user without a home, or whose home cannot be written, has no cache', () => {
  const secrets = [documentCache(home, {}).secret(), documentCache(home, { XDG_CONFIG_HOME: '/dev/null' }).secret()]

  expect(secrets).toEqual([null, null])
})

test('the cache lies in the catalogue', () => {
  const { folder } = documentCache(home, {})

  expect(folder).toBe(join(home, '.planogram', 'cache', 'documents'))
})
