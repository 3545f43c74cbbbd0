import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { allProofs } from './all-proofs.ts'
import { contractTime, openWriteStore, otherStore, readStore } from './contract-store.ts'
import { countsOf, coverage, strayWords } from './coverage.ts'
import { findingOf, probes } from './probes.ts'
import type { Finding } from './probes.ts'
import type { Proof } from './proof.ts'
import { sampleShop } from './sample-shop.ts'

/*
 * What platform.md says, proved. On the emulator everything; with CONTRACT_URL (a base_url) and CONTRACT_KEY what only reads, on that
 * store. The assumptions that a read can tell are looked at as well, and printed.
 */
const other = otherStore()
const emulator = await startEmulator({ key: 'contract-key', now: () => contractTime, seed: { records: sampleShop } })
const store = readStore(other ?? emulator)
afterAll(() => emulator.close())

const where = other === null ? 'the emulator' : other.url
const writing = allProofs.filter(({ kind }) => kind === 'writes')
if (other !== null) console.log(`${writing.length} proofs are left out, because they write, and ${where} is not an emulator`)

async function prove(proof: Proof): Promise<void> {
  if (proof.kind === 'reads') {
    await proof.run(store)
    return
  }
  await using fresh = await openWriteStore(proof.options)
  await proof.run(fresh)
}

const runnable = allProofs.filter(({ kind }) => other === null || kind === 'reads')

test.each(runnable)(`platform.md on ${where}: $name`, async (proof) => {
  expect.hasAssertions()
  await prove(proof)
})

test.each(['strict', 'hostile'] as const)(
  'what only reads holds on a store that decides the open questions otherwise (%s)',
  async (profile) => {
    await using turned = await startEmulator({ key: 'contract-key', profile, seed: { records: sampleShop } })

    const proofs = allProofs.filter(({ kind }) => kind === 'reads')
    for (const proof of proofs) if (proof.kind === 'reads') await proof.run(readStore(turned))

    expect(proofs.length).toBeGreaterThan(30)
  },
)

test('every statement of platform.md has a proof, or a row of assumptions.md where it says "not shown"', () => {
  const { statements, fields, proved, tests, assumed, background, bare } = countsOf(coverage())

  console.log(
    `${statements} statements of platform.md, ${fields} of them fields: ${proved} proved by ${tests} tests, ${assumed} open and assumed, ${background} hold nothing to prove`,
  )
  expect(bare).toEqual([])
  expect(strayWords()).toEqual([])
  expect([statements, fields]).toEqual([393, 235])
})

test('no two proofs have one name', () => {
  const names = allProofs.map(({ name }) => name)

  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.length).toBeGreaterThan(300)
})

const found = new Map<string, Finding>()
/** Another store may do otherwise; then the row is refuted, and that is no fault of this test. */
const acceptable: readonly Finding[] = other === null ? ['confirmed'] : ['confirmed', 'refuted', 'cannot be told']

test.each(probes)(`assumption $id on ${where}: $takes`, async (probe) => {
  const finding = await findingOf(probe, store)

  found.set(probe.id, finding)
  expect(acceptable).toContain(finding)
})

afterAll(() => {
  for (const finding of ['confirmed', 'refuted', 'cannot be told'] as const) {
    const ids = [...found].filter(([, one]) => one === finding).map(([id]) => id)
    if (ids.length > 0) console.log(`${where}: ${ids.length} assumptions ${finding}: ${ids.join(' ')}`)
  }
})

test('a store that reads the document otherwise refutes what it does otherwise', async () => {
  await using hostile = await startEmulator({ key: 'contract-key', profile: 'hostile', seed: { records: sampleShop } })

  const found = await Promise.all(probes.map(async (probe) => [probe.id, await findingOf(probe, readStore(hostile))] as const))

  expect(found.filter(([, finding]) => finding === 'refuted').map(([id]) => id)).toEqual([
    'R1',
    'R3',
    'R6',
    'R9',
    'R10',
    'R14',
    'R16',
    'R19',
    'R20',
    'R24',
    'R31',
    'R32',
    'W22',
    'W23',
    'W40',
    'K1',
  ])
})
