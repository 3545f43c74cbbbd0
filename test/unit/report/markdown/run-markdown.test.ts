import { expect, test } from 'vitest'
import { commentBytes } from '../../../../src/report/markdown/byte-limits.ts'
import { runMarkdown } from '../../../../src/report/markdown/run-markdown.ts'
import { runGoal } from '../../../../src/report/run-goal.ts'
import { outsideCode } from '../../../support/markdown-outside-code.ts'
import { planOf, sampleChanges } from '../../../support/sample-plan.ts'
import { endedRun, post } from '../../../support/sample-run.ts'

const plan = planOf(sampleChanges, { steps: [post('s1', 60)] })

test('the result of an apply in Markdown', () => {
  const run = endedRun('done', [{ id: 's1', outcome: 'done', message: null }])

  const markdown = runMarkdown(
    { goal: runGoal(plan, run), run, check: { converged: true, left: [], cannot: [] } },
    { maxBytes: commentBytes, folder: 'shops/north' },
  )

  expect(markdown).toMatchInlineSnapshot(`
    "<!-- planogram:apply store=production folder=shops%2Fnorth run=r1 -->
    ### Apply to \`production\` · \`shops/north\`

    **Applied: 9 created, 5 updated, 1 removed.** Plan \`7f3c91aa\`, run \`r1\`.

    \`\`\`text
    The store now matches the catalogue.
    Applied: 9 created, 5 updated, 1 removed.
    \`\`\`
    "
  `)
})

test('failures with wild texts stay in code, and what does not fit is counted', () => {
  const failure = { address: 'product.A', outcome: 'failed', message: '``` @octocat </details> #12', source: null } as const
  const run = endedRun('partial', [{ id: 's1', outcome: 'failed', message: 'x' }], [failure])
  const cannot = sampleChanges.filter((change) => change.action === 'cannot')
  const check = { converged: false, left: sampleChanges, cannot: Array.from({ length: 2000 }, () => cannot).flat() }

  const markdown = runMarkdown({ goal: runGoal(plan, run), run, check }, { maxBytes: 8000, folder: '' })

  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(8000)
  expect(outsideCode(markdown)).not.toMatch(/octocat|details|#12|unended/)
  expect(markdown).toMatch(/\u2026 \d+ more lines\n`{4}\n$/)
})
