import { expect, test } from 'vitest'
import { planGithub, planGitlab, planJunit } from '../../../src/report/plan-annotations.ts'
import { listedPlan } from '../../support/listed-plan.ts'
import { samplePlan } from '../../support/sample-plan.ts'

const plan = listedPlan({ products: 4, lists: 2, slips: [{ at: 3, factor: 1000 }], guarded: true })

test('annotations of GitHub: errors stop the apply, with the path from the root of the repository', () => {
  const [stopped, calm] = [planGithub(plan, 'shops/north'), planGithub(samplePlan, '')]

  expect(stopped).toMatchInlineSnapshot(`
    "::error file=shops/north/products/1.yaml,line=5,title=planogram guard::decimal_slip: 2 decimal points look misplaced, such as SKU-3 from quantity 1: 120.00 to 120000.00 (+99900%25) at products/1.yaml:5.
    ::error file=shops/north/products/1.yaml,line=5,title=planogram guard::price_change: 2 prices change by more than 30%25, such as SKU-3 from quantity 1: 120.00 to 120000.00 (+99900%25) at products/1.yaml:5.
    ::error file=shops/north/products/1.yaml,line=5,title=planogram slip::SKU-3: the price of the default group from quantity 1 moves from 120.00 to 120000.00, 1000 times as much; 1 other price of it does so too. Check the decimal point.
    ::notice title=planogram::Plan: 0 to create, 4 to update, 0 to remove. 5 requests.
    "
  `)
  expect(calm).toMatchInlineSnapshot(`
    "::warning file=prices.yaml,line=88,title=planogram hazard::OAK-TABLE: for about 4 seconds all customers pay 499.00 instead of the price of their group and quantity.
    ::notice title=planogram::Plan: 9 to create, 5 to update, 1 to remove, 1 cannot be applied. 5 requests, 7 uploads (1.2 MB).
    "
  `)
})

test('a code quality report of GitLab has a place for every finding and fingerprints that stay', () => {
  const report: readonly { readonly fingerprint: string }[] = JSON.parse(planGitlab(plan, ''))

  expect(report.map((issue) => ({ ...issue, fingerprint: issue.fingerprint.length }))).toMatchInlineSnapshot(`
    [
      {
        "check_name": "planogram-guard",
        "description": "decimal_slip: 2 decimal points look misplaced, such as SKU-3 from quantity 1: 120.00 to 120000.00 (+99900%) at products/1.yaml:5.",
        "fingerprint": 64,
        "location": {
          "lines": {
            "begin": 5,
          },
          "path": "products/1.yaml",
        },
        "severity": "critical",
      },
      {
        "check_name": "planogram-guard",
        "description": "price_change: 2 prices change by more than 30%, such as SKU-3 from quantity 1: 120.00 to 120000.00 (+99900%) at products/1.yaml:5.",
        "fingerprint": 64,
        "location": {
          "lines": {
            "begin": 5,
          },
          "path": "products/1.yaml",
        },
        "severity": "critical",
      },
      {
        "check_name": "planogram-slip",
        "description": "SKU-3: the price of the default group from quantity 1 moves from 120.00 to 120000.00, 1000 times as much; 1 other price of it does so too. Check the decimal point.",
        "fingerprint": 64,
        "location": {
          "lines": {
            "begin": 5,
          },
          "path": "products/1.yaml",
        },
        "severity": "critical",
      },
    ]
  `)
  expect(new Set(report.map(({ fingerprint }) => fingerprint)).size).toBe(report.length)
  expect(planGitlab(plan, '')).toBe(planGitlab(plan, ''))
})

test('a JUnit report has a test for every guard, which fails where it stops', () => {
  expect(planJunit(plan)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuite name="planogram guards" tests="12" failures="2">
      <testcase classname="planogram.guards" name="max_removals"/>
      <testcase classname="planogram.guards" name="max_changes"/>
      <testcase classname="planogram.guards" name="price_change">
        <failure message="2 prices change by more than 30%">SKU-3 from quantity 1: 120.00 to 120000.00 (+99900%) at products/1.yaml:5&#10;SKU-3 from quantity 10: 108.00 to 108000.00 (+99900%) at products/1.yaml:5</failure>
      </testcase>
      <testcase classname="planogram.guards" name="price_floor"/>
      <testcase classname="planogram.guards" name="decimal_slip">
        <failure message="2 decimal points look misplaced">SKU-3 from quantity 1: 120.00 to 120000.00 (+99900%) at products/1.yaml:5&#10;SKU-3 from quantity 10: 108.00 to 108000.00 (+99900%) at products/1.yaml:5</failure>
      </testcase>
      <testcase classname="planogram.guards" name="tier_inversion"/>
      <testcase classname="planogram.guards" name="empty_category"/>
      <testcase classname="planogram.guards" name="open_access"/>
      <testcase classname="planogram.guards" name="same_slug"/>
      <testcase classname="planogram.guards" name="hide"/>
      <testcase classname="planogram.guards" name="unhide"/>
      <testcase classname="planogram.guards" name="grid_rows"/>
    </testsuite>
    "
  `)
})
