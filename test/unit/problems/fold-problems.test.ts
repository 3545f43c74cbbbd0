import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldProblems, sentenceOf } from '../../../src/problems/fold-problems.ts'
import type { Problem } from '../../../src/problems/problem.ts'
import { type Finding, foldFindings } from '../../../src/rules/fold-findings.ts'

const at = { file: 'a.yaml', start: 3, end: 9 }

const anyFinding = fc
  .tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E'), fc.constantFrom('has no price', 'is free (and 7 more)'), fc.integer({ min: 0, max: 2 }))
  .map(([subject, body, start]): Finding => ({ subject, body, fix: null, severity: 'warning', at: { ...at, start } }))

test('law: folding parts, also as JSON, and then their problems gives the same as folding all at once', () => {
  let folded = 0

  fc.assert(
    fc.property(fc.array(anyFinding, { maxLength: 30 }), fc.integer({ min: 0, max: 30 }), (findings, cut) => {
      const parts = [findings.slice(0, cut), findings.slice(cut)].flatMap((part) => foldFindings('grid-coverage', part))
      const read: readonly Problem[] = JSON.parse(JSON.stringify(parts))
      const whole = foldFindings('grid-coverage', findings)
      expect(foldProblems(read)).toEqual(whole)
      folded += whole.filter((problem) => problem.folded?.subjects.length !== 1).length
    }),
  )

  expect(folded).toBeGreaterThan(50)
})

test('a folded problem names the first record and counts the others once; its sentence does not count', () => {
  const findings = ['A', 'B', 'B', 'C'].map((subject): Finding => ({ subject, body: 'has no price', fix: null, severity: 'error', at }))

  const [problem, ...others] = foldFindings('price-missing', findings)

  expect(others).toEqual([])
  expect(problem?.message).toBe('A has no price (and 2 more)')
  expect(problem && sentenceOf(problem)).toBe('A has no price')
})

test('problems of one record each stay as they are, in order', () => {
  const plain: Problem = { rule: 'slug-form', severity: 'warning', message: 'A has no price (and 2 more)', fix: null, at, related: null }

  const problems = foldProblems([plain, { ...plain }])

  expect(problems).toEqual([plain, plain])
  expect(problems.map(sentenceOf)).toEqual([plain.message, plain.message])
})
