import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../src/diff/change.ts'
import { writeHashed } from '../../../src/plan/plan-hash.ts'
import { canonicalJson } from '../../../src/records/canonical-json.ts'
import { largeChanges, planOfChanges } from '../../support/large-plan.ts'

/** What a change means, made the slow way: a copy without what another machine may not know. */
function meaningOf(change: Change): object {
  const known = { source: undefined, origin: undefined, definitions: undefined, priceLines: undefined }
  if (!('fields' in change)) return { ...change, ...known }
  return { ...change, ...known, fields: change.fields.map(({ field, before, after }) => ({ field, before, after })) }
}

test('law: the lines of changes and steps in the text that is hashed are the canonical JSON of what they mean', () => {
  const all = largeChanges(40)
  const place = { file: 'a.yaml', line: 1, column: 1 }
  const knowledge = fc.record(
    {
      origin: fc.constantFrom('git', 'store', 'both', 'adopt'),
      source: fc.constantFrom(null, place),
      definitions: fc.constant([{ kind: 'defaults', name: 'a', source: place }] as const),
      priceLines: fc.array(fc.nat()),
    },
    { requiredKeys: ['origin', 'source'] },
  )
  const kinds = new Set<string>()

  fc.assert(
    fc.property(fc.subarray([...all], { minLength: 1 }), knowledge, fc.string({ unit: 'grapheme' }), (some, known, text) => {
      const changes = some.map((change): Change => {
        kinds.add(change.kind)
        if (change.kind === 'file') return { ...change, ...known }
        const fields = change.fields.map((field) => ({ ...field, before: text, base: text }))
        return change.kind === 'grid' ? { ...change, ...known, fields } : { ...change, ...known, fields }
      })
      const plan = planOfChanges(changes)
      const parts: string[] = []

      writeHashed(plan, (part) => parts.push(part))

      const expected = ['changes', ...changes.map((change) => canonicalJson(meaningOf(change))), 'steps', ...plan.steps.map(canonicalJson)]
      expect(parts.join('')).toContain(`\n${expected.join('\n')}\nhazards\n`)
    }),
    { numRuns: 50 },
  )
  expect(kinds.size).toBeGreaterThan(1)
})
