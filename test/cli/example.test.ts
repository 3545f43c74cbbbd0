import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ended, planogram, projectRoot } from '../support/command-line.ts'

const root = mkdtempSync(join(tmpdir(), 'planogram-example-'))
const ended: Record<'validate' | 'plan' | 'apply' | 'again', Ended> = {} as Record<'validate' | 'plan' | 'apply' | 'again', Ended>

beforeAll(async () => {
  cpSync(join(projectRoot, 'catalog.example'), root, { recursive: true })
  ended.validate = await planogram(root, ['validate'])
  ended.plan = await planogram(root, ['plan', '--out', 'plan.json', '--detailed-exitcode'])
  ended.apply = await planogram(root, ['apply', 'plan.json', '--auto-approve'])
  ended.again = await planogram(root, ['plan', '--detailed-exitcode'])
}, 60_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The three counts in "39 reads, 4 writes, 94 uploads". */
function requestsIn(text: string): number[] {
  return (/(\d+) reads?, (\d+) writes?, (\d+) uploads?/.exec(text) ?? []).slice(1).map(Number)
}

function readsIn(text: string): number {
  return Number(/in (\d+) requests?/.exec(text)?.[1])
}

test('the example is valid', () => {
  expect(ended.validate.exitCode).toBe(0)
  expect(ended.validate.stdout).toMatch(/^No problems in \d+ files\n$/)
})

test('the example has the size that it promises', () => {
  const plan: { changes: { kind: string; action: string; resource?: string }[] } = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8'))
  const created = plan.changes.filter(({ action }) => action === 'create')
  const count = (resource: string): number => created.filter((change) => change.resource === resource).length

  expect(count('Product')).toBeGreaterThanOrEqual(60)
  expect(count('Cat')).toBeGreaterThanOrEqual(12)
  expect(count('UserGroups')).toBeGreaterThanOrEqual(3)
  expect(created.filter(({ kind }) => kind === 'file').length).toBeGreaterThanOrEqual(60)
})

test('planning the empty store takes at most 20 reads, and says that there are changes', () => {
  expect(ended.plan.exitCode).toBe(2)
  expect(readsIn(ended.plan.stderr)).toBeGreaterThan(0)
  expect(readsIn(ended.plan.stderr)).toBeLessThanOrEqual(20)
})

test('applying to the empty store takes at most 20 writes; 20 reads for planning, 20 for the check, and 3 for each write', () => {
  const [reads = 0, writes = 0, uploads = 0] = requestsIn(ended.apply.stderr)

  expect(ended.apply.exitCode).toBe(0)
  expect(ended.apply.stdout).toContain('The store now matches the catalogue.')
  expect(writes).toBeGreaterThan(0)
  expect(writes).toBeLessThanOrEqual(20)
  expect(reads).toBeGreaterThan(0)
  // The records and files of each write are read before it is sent, and again after it.
  expect(reads).toBeLessThanOrEqual(20 + 20 + 3 * writes)
  expect(uploads).toBeGreaterThanOrEqual(60)
})

test('the second plan is empty and takes at most 20 reads', () => {
  expect(ended.again.exitCode).toBe(0)
  expect(ended.again.stdout).toContain('No changes. The store matches the catalogue.')
  expect(readsIn(ended.again.stderr)).toBeLessThanOrEqual(20)
})
