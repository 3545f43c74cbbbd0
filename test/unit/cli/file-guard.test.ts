import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFileGuard } from '../../../src/pull/file-guard.ts'

test('nothing is written through a link that leads out of the catalogue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-guard-'))
  const root = join(folder, 'shop')
  mkdirSync(join(folder, 'outside'))
  mkdirSync(root)
  symlinkSync(join(folder, 'outside'), join(root, 'images'))

  const write = (): void => {
    using guard = openFileGuard(root, { force: true, env: {}, command: 'planogram pull' })
    guard.write('images/sub/a.png', 'a')
  }

  try {
    expect(write).toThrow('Pull cannot write images/sub/a.png: images is a link to a place outside of the catalogue.')
    expect(readdirSync(join(folder, 'outside'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('what was written is remembered when the guard is disposed of, and no half file is left', async () => {
  const root = mkdtempSync(join(tmpdir(), 'planogram-guard-'))
  {
    using guard = openFileGuard(root, { force: false, env: {}, command: 'planogram pull' })
    guard.write('products/a.yaml', 'one')
    guard.write('b.yaml', 'two')
  }
  using next = openFileGuard(root, { force: false, env: {}, command: 'planogram pull' })

  try {
    await expect(next.check(['products/a.yaml', 'b.yaml', 'absent.yaml'])).resolves.toBeUndefined()
    expect(readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
      '.planogram',
      '.planogram/pulled.json',
      'b.yaml',
      'products',
      'products/a.yaml',
    ])
    expect(Object.keys(JSON.parse(readFileSync(join(root, '.planogram', 'pulled.json'), 'utf8')))).toEqual(['b.yaml', 'products/a.yaml'])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
