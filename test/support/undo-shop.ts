import { expect } from 'vitest'
import type { Run } from '../../src/apply/events.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { apply } from '../../src/workspace/apply.ts'
import { loadCatalogue } from '../../src/workspace/load-catalogue.ts'
import { plan } from '../../src/workspace/plan.ts'
import { planUndo } from '../../src/workspace/plan-undo.ts'
import { type EmptyShop, openEmptyShop } from './empty-shop.ts'
import { storeDump } from './store-dump.ts'
import { virtualClock } from './virtual-clock.ts'

/** A shop whose document is applied again and again. */
export interface UndoShop extends Omit<EmptyShop, 'folder'> {
  /** Writes the document and pictures, and applies them as a run with this id. */
  runAs(id: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<Run>
  /** The same for a run in which nothing fails. */
  applyAs(id: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void>
  undoOf(run: string): Promise<Plan>
  /** Applies the plan of an undo; `stopAfter` steps it is stopped. */
  carryOut(plan: Plan, id: string, stopAfter?: number): Promise<Run>
  dump(): Promise<readonly string[]>
}

/** Starts an empty store for a folder without products. It is closed after the test. */
export async function startShop(): Promise<UndoShop> {
  const { folder, emulator, store, state } = await openEmptyShop({
    'planogram.yaml': 'guards: { max_changes: off, price_change: off, max_removals: off }\n',
    'shop.yaml': '{}',
  })
  const clock = virtualClock()
  const load = (): ReturnType<typeof loadCatalogue> => loadCatalogue({ root: folder.root })
  const runAs: UndoShop['runAs'] = async (runId, files) => {
    for (const [file, content] of Object.entries(files)) folder.write(file, content)
    const catalogue = await load()
    return apply({ plan: await plan({ catalogue, store, state }), catalogue, store, state, clock, runId })
  }
  return {
    emulator,
    store,
    state,
    runAs,
    async applyAs(runId, files) {
      const run = await runAs(runId, files)
      expect([run.outcome, run.failures]).toEqual(['done', []])
    },
    undoOf: async (run) => planUndo({ run, store, state, config: (await load()).config }),
    async carryOut(made, runId, stopAfter = Number.POSITIVE_INFINITY) {
      const stop = new AbortController()
      let ended = 0
      const onEvent = ({ type }: { readonly type: string }): void => {
        if (type === 'step-ended' && (ended += 1) >= stopAfter) stop.abort()
      }
      return apply({ plan: made, catalogue: await load(), store, state, clock, runId, stop: stop.signal, onEvent })
    },
    dump: () => storeDump(store),
  }
}

/** A document with one product, MUG. */
export function product(text: string): Readonly<Record<string, string>> {
  return { 'shop.yaml': `products:\n  MUG: ${text}\n` }
}

/** The fields of a product in the store; none where it is not there. */
export async function productOf({ store }: UndoShop, sku: string): Promise<Readonly<Record<string, string>>> {
  const scope = { resource: 'Product', fields: ['sku', 'title', 'price', 'brand', 'inactive'], children: [] } as const
  for await (const { fields } of store.readWhere(scope, 'sku', [sku])) return fields
  return {}
}

/** The changes of a plan in words, and what it leaves. */
export function words({ changes, notices }: Plan): readonly string[] {
  return [
    ...changes.map((change) => `${change.action} ${change.address}${change.action === 'cannot' ? `: ${change.reason}` : ''}`),
    ...notices.slice(1),
  ]
}
