import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { packedRootsOf } from '../../src/diff/packed-changes.ts'
import { addressesOf } from '../../src/diff/packed-root.ts'
import { formatPlanFile, parsePlanFile, parsePlanToApply } from '../../src/plan/plan-file.ts'
import { planHashOf } from '../../src/plan/plan-hash.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { htmlReport } from '../../src/report/html/html-report.ts'
import { noThumbnails } from '../../src/report/html/data/thumbnail.ts'
import { planMarkdown } from '../../src/report/markdown/plan-markdown.ts'
import { planGithub, planGitlab } from '../../src/report/plan-annotations.ts'
import { planText } from '../../src/report/plan-text.ts'
import { plainTheme } from '../../src/report/theme.ts'
import { planView } from '../../src/report/view/plan-view.ts'
import { guardDefaults } from '../../src/records/guard-limits.ts'
import { type ManageSettings, manageDefaults } from '../../src/records/manage-settings.ts'
import type { Desired } from '../../src/records/desired.ts'
import { keyOf } from '../../src/records/named-fields.ts'
import { resourceOf } from '../../src/resources/registry.ts'
import type { PlanInput } from '../../src/workspace/plan-live.ts'
import { anyCatalogue } from '../support/any-catalogue.ts'
import { appliedBefore } from '../support/applied-before.ts'
import { knownCapabilities } from '../support/desired-records.ts'
import { modelClient } from '../support/model-client.ts'
import type { ModelStore } from '../support/model-store.ts'
import { modelOf } from '../support/law-model.ts'
import { planFor } from '../support/plan-model.ts'
import { anyStoreEdit, editStore, type StoreEdit } from '../support/store-edits.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs many more. */
const runs = isWhole ? { numRuns: 3_000 } : { numRuns: 300, seed: 4_711 }

/** A catalogue in which the first product has another key now. */
function withMove(catalogue: Desired): Desired {
  const [first] = catalogue.roots.Product ?? []
  if (!first) return catalogue
  const [from, to] = [keyOf(first), `${keyOf(first)}-new`]
  const renamed = JSON.parse(JSON.stringify(first).replaceAll(`"${from}`, `"${to}`)) as typeof first
  const products = (catalogue.roots.Product ?? []).map((record) => (record === first ? renamed : record))
  return {
    ...catalogue,
    roots: { ...catalogue.roots, Product: products },
    moved: [{ resource: 'Product', from, to, source: first.source }],
  }
}

/** A plan in each format that shows it, and what its view has besides the roots. */
function shown(plan: Plan): readonly string[] {
  const whole = planView(plan)
  const { roots: _, ...view } = whole
  const page = [...htmlReport(whole, noThumbnails(''))].join('')
  const comments = [planMarkdown(plan, { maxBytes: 60_000, folder: '' }), planGithub(plan, ''), planGitlab(plan, '')]
  const sizes = [{}, { by: 'cause', full: true }, { by: 'record', verbose: true }] as const
  const texts = sizes.map((size) => planText(whole, plainTheme, { width: 100, verbose: false, ...size }))
  return [...texts, ...comments, page, JSON.stringify(view)]
}

const sharedSlug = { [resourceOf('Product').slugField ?? '']: 'shared' }

/** A catalogue whose last product has the slug of another one. */
function withSlug(catalogue: Desired): Desired {
  const products = catalogue.roots.Product ?? []
  const shared = products.map((record, at) =>
    at === products.length - 1 ? { ...record, fields: { ...record.fields, ...sharedSlug } } : record,
  )
  return { ...catalogue, roots: { ...catalogue.roots, Product: shared } }
}

/** Adds rows of products that somebody removed. */
function leaveRows(skus: readonly string[], model: ModelStore): void {
  for (const sku of skus) {
    model.insert('Inventory', { sku, quantity: '3' })
    model.insert('ProdCat', { sku, cat_code: 'none' })
  }
}

interface Case {
  readonly edits: readonly StoreEdit[]
  /** The skus of removed products. */
  readonly left: readonly string[]
  readonly startsEmpty: boolean
  readonly isApplied: boolean
  readonly isMoved: boolean
  readonly hasSlug: boolean
  readonly manage: ManageSettings
  /** The lowest price that no guard stops. */
  readonly floor: string
  readonly packsAfter: number
  readonly seed: number
}

const anyManage: fc.Arbitrary<ManageSettings> = fc
  .record({
    drift: fc.constantFrom('overwrite' as const, 'keep' as const, 'fail' as const),
    products: fc.constantFrom('hide' as const, 'delete' as const),
  })
  .map(({ drift, products }) => ({ ...manageDefaults, drift, prune: { ...manageDefaults.prune, products } }))

const anyCase: fc.Arbitrary<Case> = fc.record({
  edits: fc.array(anyStoreEdit, { maxLength: 3 }),
  left: fc.subarray(['P1', 'P2', 'P3']),
  startsEmpty: fc.boolean(),
  isApplied: fc.boolean(),
  isMoved: fc.boolean(),
  hasSlug: fc.boolean(),
  manage: anyManage,
  floor: fc.constantFrom('0.01', '1000'),
  packsAfter: fc.constantFrom(0, 0, 5),
  seed: fc.nat(),
})

/** The catalogue that the store has, the one to plan, and the store with what else is in it. */
function worldOf(first: Desired, other: Desired, { edits, left, startsEmpty, isMoved, hasSlug }: Case): World {
  const before: Desired = startsEmpty && !isMoved ? { roots: {}, files: [] } : first
  const named = hasSlug ? withSlug(other) : other
  const model = modelOf(before, knownCapabilities)
  leaveRows(left, model)
  if (hasSlug) model.seed([{ resource: 'Product', fields: { sku: 'OTHER', ...sharedSlug }, children: {} }])
  for (const edit of edits) editStore(edit, model)
  return { before, after: isMoved ? withMove(named) : named, model }
}

interface World {
  readonly before: Desired
  readonly after: Desired
  readonly model: ModelStore
}

/** What of a plan is counted, besides its changes. */
function countsOf({ changes, hazards, guards }: Plan, packedAddresses: ReadonlySet<string>): Readonly<Record<string, number>> {
  const records = changes.filter((change) => change.kind === 'record')
  return {
    leftOvers: hazards.some(({ kind }) => kind === 'left-over') ? 1 : 0,
    moves: records.some(({ movedFrom }) => movedFrom) ? 1 : 0,
    slugs: records.some(({ slugOwner, action }) => slugOwner && action === 'create') ? 1 : 0,
    guards: guards.length,
    packedCases: guards.some(({ cases }) => cases.some(({ address }) => packedAddresses.has(address))) ? 1 : 0,
  }
}

test(
  'law: a plan whose changes are packed, when it is made or read, is the same as one that holds them, whatever is in the store',
  { timeout: 900_000 },
  async () => {
    const seen: Record<string, number> = {
      packed: 0,
      packedOnReading: 0,
      unpacked: 0,
      leftOvers: 0,
      moves: 0,
      slugs: 0,
      guards: 0,
      packedCases: 0,
    }
    await fc.assert(
      fc.asyncProperty(anyCatalogue, anyCatalogue, anyCase, async (first, other, drawn) => {
        const { isApplied, isMoved, manage, floor, packsAfter, seed } = drawn
        const { before, after, model } = worldOf(first, other, drawn)
        const applied = appliedBefore(before)
        const input = {
          manage,
          guards: { ...guardDefaults, price_floor: floor },
          ...((isApplied || isMoved) && { base: { records: applied, from: 'the first catalogue' } }),
        }
        const planWith = async (packing: Pick<PlanInput, 'packsAfter' | 'derivesRecords'>) =>
          planFor(after, modelClient(model, knownCapabilities, seed), { ...input, ...packing })

        const [plain, packed] = [await planWith({}), await planWith({ packsAfter, derivesRecords: true })]

        const file = [...formatPlanFile(plain)].join('')
        expect([...formatPlanFile(packed)].join('')).toBe(file)
        expect(shown(packed)).toEqual(shown(plain))
        const read = await parsePlanToApply(file)
        expect(JSON.parse(JSON.stringify(read))).toEqual(await parsePlanFile(file))
        expect(planHashOf(read)).toBe(plain.planHash)
        const [made, packedOnReading] = [packed, read].map(({ changes }) => packedRootsOf(changes))
        const found = {
          packed: made?.length ?? 0,
          packedOnReading: packedOnReading?.length ?? 0,
          unpacked: plain.changes.length,
          ...countsOf(plain, new Set(made?.flatMap(addressesOf))),
        }
        for (const [name, count] of Object.entries(found)) seen[name] = (seen[name] ?? 0) + count
      }),
      runs,
    )
    expect(Object.entries(seen).filter(([, count]) => count <= 10)).toEqual([])
  },
)
