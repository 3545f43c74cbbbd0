import {
  chmodSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { planFileBlocks, readPlanFile, writePlanFile } from '../../../src/workspace/saved-plan.ts'
import type { Progress } from '../../../src/workspace/progress.ts'
import { harmlessJson } from '../../../src/report/json-text.ts'
import { isHarmful } from '../../support/is-harmful.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'
import { runOutside } from '../../support/run-outside.ts'
import { planFileText } from '../../support/sample-plan.ts'

const plan = planOfChanges(largeChanges(1_000))
const whole = planFileText(plan)

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planogram-plan-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a saved plan is read back, a file that was there is replaced whole and keeps its mode, and no draft stays', async () => {
  const folder = newFolder()
  const path = join(folder, 'plan.json')
  writeFileSync(path, `${whole}and more`)
  chmodSync(path, 0o600)

  await writePlanFile(plan, path)

  expect(readFileSync(path, 'utf8') === whole).toBe(true)
  expect((await readPlanFile(path)).planHash).toBe(plan.planHash)
  expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ['plan.json']])
})

test('a plan that is saved and read reports its lines, which are hashed as they are read', async () => {
  const path = join(newFolder(), 'plan.json')
  const [saving, reading]: [Progress[], Progress[]] = [[], []]

  await writePlanFile(plan, path, { onProgress: (progress) => saving.push(progress) })
  await readPlanFile(path, { onProgress: (progress) => reading.push(progress) })

  const lines = whole.split('\n').length - 1
  expect(saving.length).toBeGreaterThan(10)
  expect(saving.every((each) => each.kind === 'saving-plan' && each.lines <= lines)).toBe(true)
  expect([...new Set(reading.map(({ kind }) => kind))]).toEqual(['reading-plan'])
  expect(reading.filter(({ kind }) => kind === 'reading-plan').length).toBeGreaterThan(10)
})

test('before each block of a saved plan, its lines and those before it are reported', () => {
  const reported: number[] = []
  const written: number[] = []
  let text = ''

  for (const block of planFileBlocks(plan, { onLines: (lines) => reported.push(lines) })) {
    text += block
    written.push(text.split('\n').length - 1)
  }

  expect(text === whole).toBe(true)
  expect(reported.length).toBeGreaterThan(10)
  expect(reported).toEqual(written.slice(0, reported.length))
})

test('a plan that is printed is harmless in a terminal and in a log, and is a plan file', async () => {
  const warnings = ['\u009B31m \u202E ##vso[task.setvariable variable=a]1']

  const text = [...planFileBlocks({ ...plan, warnings }, { toText: harmlessJson })].join('')

  const path = join(newFolder(), 'plan.json')
  writeFileSync(path, text)
  expect([isHarmful(text), text.includes('##vso[')]).toEqual([false, false])
  expect((await readPlanFile(path)).warnings).toEqual(warnings)
})

test('behind a link the file that it leads to is replaced, and the link stays', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'plans'))
  writeFileSync(join(folder, 'plans', 'plan.json'), 'before')
  symlinkSync(join('plans', 'plan.json'), join(folder, 'latest.json'))

  await writePlanFile(plan, join(folder, 'latest.json'))

  expect(lstatSync(join(folder, 'latest.json')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'plans', 'plan.json'), 'utf8') === whole).toBe(true)
})

test('a pipe is written to and stays a pipe', async () => {
  const folder = newFolder()
  const path = join(folder, 'pipe')
  await runOutside('mkfifo', [path], { cwd: folder })

  const [read] = await Promise.all([text(createReadStream(path)), writePlanFile(plan, path)])

  expect([read === whole, statSync(path).isFIFO()]).toEqual([true, true])
})

test('a folder in the place of the file, and a missing folder, are refused with what to do', async () => {
  const folder = newFolder()

  const refusals = await Promise.all([writePlanFile(plan, folder), writePlanFile(plan, join(folder, 'none', 'plan.json'))].map(refusalOf))

  expect(refusals).toEqual([
    { code: 'file-unwritable', message: `Cannot write the plan to ${folder} (EISDIR).` },
    { code: 'file-unwritable', message: `Cannot write the plan to ${join(folder, 'none', 'plan.json')} (ENOENT).` },
  ])
})

async function refusalOf(saving: Promise<void>): Promise<unknown> {
  const error: unknown = await saving.catch((reason: unknown) => reason)
  return error instanceof Error && 'code' in error ? { code: error.code, message: error.message } : error
}
