import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmulator } from '../../../../src/emulator/start-emulator.ts'
import { findProgram } from '../../../support/program.ts'
import { runOutside } from '../../../support/run-outside.ts'
import type { Outcome } from '../../../support/run-outside.ts'

const rclone = findProgram('rclone', 'rclone')
const names = ['plain.txt', 'with space.txt', 'Größe & more.txt', 'sub/deep/a+b#c%20.txt', 'empty.txt']
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planogram-rclone-'))
  mkdirSync(join(folder, 'source/sub/deep'), { recursive: true })
  for (const name of names) writeFileSync(join(folder, 'source', name), name === 'empty.txt' ? '' : `this is ${name}`)
  for (let n = 0; n < 40; n += 1) writeFileSync(join(folder, 'source', `picture-${n}.bin`), Buffer.alloc(n * 1000, n))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.skipIf(rclone === null)(
  'rclone sync copies a tree, does nothing the second time, and check and a copy back find every byte',
  async () => {
    await using store = await startEmulator({ key: 'rclone-key' })
    const { output: password } = await runOutside(rclone ?? '', ['obscure', 'any'], { cwd: folder })
    const env = {
      RCLONE_CONFIG: join(folder, 'none.conf'),
      RCLONE_WEBDAV_URL: `${store.filesUrl}/${store.site}`,
      RCLONE_WEBDAV_USER: 'rclone-key',
      RCLONE_WEBDAV_PASS: password.trim(),
    }
    const run = (...args: string[]): Promise<Outcome> => runOutside(rclone ?? '', args, { cwd: folder, env })

    const first = await run('sync', 'source', ':webdav:images/items', '-v')
    const second = await run('sync', 'source', ':webdav:images/items', '-v')
    const checked = await run('check', 'source', ':webdav:images/items', '--download')
    const back = await run('copy', ':webdav:images/items', 'back', '-q')
    rmSync(join(folder, 'source/plain.txt'))
    const third = await run('sync', 'source', ':webdav:images/items', '-v')

    expect([first.code, first.output.match(/: Copied \(new\)/g)?.length]).toEqual([0, 45])
    expect([second.code, second.output.includes('There was nothing to transfer'), /Copied|Deleted/.test(second.output)]).toEqual([
      0,
      true,
      false,
    ])
    expect([checked.code, /0 differences found/.test(checked.output), /45 matching files/.test(checked.output)]).toEqual([0, true, true])
    expect([back.code, ...names.slice(1).map((name) => readFileSync(join(folder, 'back', name), 'utf8'))]).toEqual([
      0,
      ...names.slice(1).map((name) => (name === 'empty.txt' ? '' : `this is ${name}`)),
    ])
    expect([third.code, third.output.includes('plain.txt: Deleted')]).toEqual([0, true])
  },
)
