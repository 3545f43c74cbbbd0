import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { bareRecord } from '../../src/plan/record-of-change.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { openState } from '../../src/state/open-state.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { StoreFiles } from '../../src/store/store-client.ts'
import { apply } from '../../src/workspace/apply.ts'
import { loadCatalogue } from '../../src/workspace/load-catalogue.ts'
import { plan } from '../../src/workspace/plan.ts'
import { planUndo } from '../../src/workspace/plan-undo.ts'
import { shopFolder } from '../support/shop-folder.ts'
import { virtualClock } from '../support/virtual-clock.ts'
import { isWhole } from '../support/whole.ts'

/** A seeded sample; `PLANOGRAM_FULL=1` runs more. */
const runs = isWhole ? { numRuns: 150 } : { numRuns: 6, seed: 4_711 }

const names = ['cap', 'mug', 'tee'] as const
const name = fc.constantFrom(...names)
const folder = 'images/items'

/** The pictures of the products of a catalogue, by sku; an absent product is not in it. */
const catalogue = fc.dictionary(fc.constantFrom('A', 'B'), fc.option(name, { nil: '' }))
/** What somebody does: another picture under a name, a product of theirs that shows one, or none. */
const foreign = fc.oneof(
  fc.record({ kind: fc.constant('upload' as const), name }),
  fc.record({ kind: fc.constant('show' as const), name: fc.option(name, { nil: '' }) }),
)
const rounds = fc.array(fc.record({ catalogue, foreign: fc.array(foreign, { maxLength: 2 }), isUndone: fc.boolean() }), {
  minLength: 2,
  maxLength: 4,
})

function picture(of: string): Buffer {
  return readFileSync(join(import.meta.dirname, `../scenarios/prune-files/live/images/${of}.png`))
}

/** Somebody else's picture under a name. */
function theirs(of: string): Buffer {
  return Buffer.concat([picture(of), Buffer.from('of somebody else')])
}

async function filesIn(files: StoreFiles): Promise<ReadonlyMap<string, string>> {
  const listed = await files.list(folder)
  const found = await Promise.all(listed.map(async ({ path }) => [path, Buffer.from(await files.read(path)).toString('base64')] as const))
  return new Map(found)
}

function documentOf(products: Readonly<Record<string, string>>): string {
  const lines = Object.entries(products).map(
    ([sku, image]) => `  ${sku}: { title: ${sku}, price: 5, image: ${image === '' ? "''" : `images/${image}.png`} }\n`,
  )
  return lines.length === 0 ? '{}' : `products:\n${lines.join('')}`
}

/** The paths that a row of the store names, and those that the catalogue wants. */
interface Named {
  readonly byStore: ReadonlySet<string>
  readonly byCatalogue: ReadonlySet<string>
}

/** What an apply did to the files that it should not have done. */
function wrongFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { byStore, byCatalogue }: Named,
): readonly string[] {
  const ours = new Set(names.map((of) => picture(of).toString('base64')))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)]
    const isOurs = old !== undefined && ours.has(old)
    if (byCatalogue.has(path)) return now !== undefined && ours.has(now) ? [] : [`${path} is not as the catalogue has it`]
    if (byStore.has(path) || !isOurs) return now === old ? [] : [`${path} is named, or somebody else's, and has changed`]
    return now === undefined ? [] : [`${path} is ours, nothing names it, and it stays`]
  })
}

test('only pictures of ours are removed, once nothing names them, and an undo brings them back', { timeout: 300_000 }, async () => {
  const seen = { removed: 0, undone: 0 }
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      using shop = shopFolder({
        'planogram.yaml':
          'manage: { prune: { products: delete, files: delete } }\nguards: { max_removals: off, max_changes: off, hide: off, unhide: off }\n',
        'shop.yaml': '{}',
      })
      for (const of of names) shop.write(`images/${of}.png`, picture(of))
      const emulator = await startEmulator()
      const { url, filesUrl, site, key, capabilities } = emulator
      const store = openStore({ name: 'local', baseUrl: url, filesUrl, siteName: site, key, capabilities })
      const { files } = store
      const [state, clock] = [await openState(':memory:'), virtualClock()]
      await using open = new AsyncDisposableStack()
      for (const each of [emulator, store, state]) open.defer(() => each.close())
      if (!files) throw new Error('the store has no files')
      const planned = async (): Promise<Plan> => plan({ catalogue: await loadCatalogue({ root: shop.root }), store, state })

      for (const [index, round] of all.entries()) {
        shop.write('shop.yaml', documentOf(round.catalogue))
        for (const each of round.foreign) {
          if (each.kind === 'upload') await files.write(`${folder}/${each.name}.png`, theirs(each.name))
          else
            await store.post('Product', [
              bareRecord('Product', { sku: 'THEIRS', title: 'Theirs', image: each.name === '' ? '' : `${each.name}.png` }),
            ])
        }
        const loaded = await loadCatalogue({ root: shop.root })
        const before = await filesIn(files)
        const made = await planned()
        const run = await apply({ plan: made, catalogue: loaded, store, state, clock, runId: `run-${index}` })
        const after = await filesIn(files)
        const again = await planned()
        const shown = emulator.records('Product', ['A', 'B', 'THEIRS']).map(({ fields }) => `${folder}/${fields['image'] ?? ''}`)

        expect([run.outcome, run.failures, again.changes]).toEqual(['done', [], []])
        const byCatalogue = new Set(Object.values(round.catalogue).flatMap((of) => (of === '' ? [] : [`${folder}/${of}.png`])))
        expect(wrongFiles(before, after, { byStore: new Set(shown), byCatalogue })).toEqual([])
        seen.removed += made.changes.filter(({ kind, action }) => kind === 'file' && action === 'remove').length
        if (!round.isUndone) continue
        const undo = await planUndo({ run: `run-${index}`, store, state, config: loaded.config })
        await apply({ plan: undo, catalogue: loaded, store, state, clock, runId: `undo-${index}` })
        const undone = await filesIn(files)
        // A new picture stays.
        expect([...before].filter(([path, bytes]) => undone.get(path) !== bytes)).toEqual([])
        seen.undone += undo.changes.length
      }
    }),
    runs,
  )
  expect([seen.removed > 0, seen.undone > 0], JSON.stringify(seen)).toEqual([true, true])
})
