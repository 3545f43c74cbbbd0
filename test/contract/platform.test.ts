import { afterAll, expect, test } from 'vitest'
import { type Profile, profileNames, profileSwitches } from '../../src/emulator/assumptions/profiles.ts'
import { switchesWith } from '../../src/emulator/assumptions/switches.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { allProofs } from './all-proofs.ts'
import { contractTime, openWriteStore, otherStore, type ReadStore, readStore } from './contract-store.ts'
import { countsOf, coverage, strayWords } from './coverage.ts'
import { findingOf, probes } from './probes.ts'
import type { Finding } from './probes.ts'
import { type ProofRun, proofRuns } from './proof-runs.ts'
import { sampleShop } from './sample-shop.ts'
import { isWhole } from '../support/whole.ts'

/*
 * What platform.md says, proved. On the emulator everything, in every profile; with CONTRACT_URL (a base_url) and CONTRACT_KEY what only
 * reads, on that store. The assumptions that a read can tell are looked at as well, and printed.
 */
const other = otherStore()
const seed = { records: sampleShop }
const shops = await Promise.all(
  profileNames.map(async (profile) => ({
    profile,
    emulator: await startEmulator({ key: 'contract-key', profile, now: () => contractTime, seed }),
  })),
)
afterAll(() => Promise.all(shops.map(({ emulator }) => emulator.close())))

/** The store that a profile's proofs read. */
function shopOf(profile: Profile): ReadStore {
  const shop = shops.find((each) => each.profile === profile)
  if (!shop) throw new Error(`There is no profile ${profile}`)
  return readStore(other ?? shop.emulator)
}

const store = shopOf('default')

const where = other === null ? 'the emulator' : other.url
const writing = allProofs.filter(({ kind }) => kind === 'writes')
if (other !== null) console.log(`${writing.length} proofs are left out, because they write, and ${where} is not an emulator`)

async function prove({ proof, profile, kept }: ProofRun): Promise<void> {
  if (proof.kind === 'reads') {
    await proof.run(shopOf(profile))
    return
  }
  const keptSwitches = Object.fromEntries(kept.map((name) => [name, switchesWith()[name]]))
  const { keeps: _keeps, switches = {}, ...options } = proof.options
  await using fresh = await openWriteStore({ ...options, switches: { ...profileSwitches(profile), ...keptSwitches, ...switches } })
  await proof.run(fresh)
}

/** Besides the default profile a part of the proofs; `PLANOGRAM_FULL=1` runs all. */
const isSampled = ({ profile }: ProofRun, index: number): boolean => isWhole || profile === 'default' || index % 10 === 0
const runnable = proofRuns.filter((run, index) => {
  if (other !== null) return run.proof.kind === 'reads' && run.profile === 'default'
  return isSampled(run, index)
})

test.each(runnable.map((run) => ({ ...run, name: run.proof.name })))(`platform.md on ${where} ($profile): $name`, async (run) => {
  expect.hasAssertions()
  await prove(run)
})

test.runIf(other === null)('a switch that a proof keeps is one that it needs', async () => {
  const kept = proofRuns.flatMap((run) => run.kept.map((name) => ({ name, run })))

  const idle: string[] = []
  for (const { name, run } of kept) {
    const less = { ...run, kept: run.kept.filter((one) => one !== name) }
    const holds = await prove(less).then(
      () => true,
      () => false,
    )
    if (holds) idle.push(`${run.proof.name}: ${name} in ${run.profile}`)
  }

  expect(idle).toEqual([])
  expect(kept.length).toBeGreaterThan(0)
})

test('every statement of platform.md has a proof in every profile, or a row of assumptions.md where it says "not shown"', () => {
  const { statements, fields, tests, assumed, background, profiles } = countsOf(coverage())

  console.log(
    `${statements} statements of platform.md, ${fields} of them fields: ${assumed} open and assumed, ${background} hold nothing to prove; ` +
      profiles
        .map(({ profile, proved, keeping }) => `${proved} proved by ${tests} tests in ${profile} (${keeping} keep a switch)`)
        .join(', '),
  )
  expect(profiles.map(({ profile, bare }) => [profile, bare])).toEqual(profileNames.map((profile) => [profile, []]))
  expect(strayWords()).toEqual([])
  expect([statements, fields]).toEqual([393, 235])
})

test('a statement whose proof does not run in a profile is bare there', () => {
  const all = coverage().filter(({ statement }) => statement.text.startsWith('Only the key and the fields to set'))

  const { profiles } = countsOf(
    all,
    proofRuns.filter(({ profile }) => profile !== 'hostile'),
  )

  expect(profiles.map(({ proved, bare }) => [proved, bare.length])).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
  ])
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
