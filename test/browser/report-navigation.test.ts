import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planView } from '../../src/report/view/plan-view.ts'
import { chromiumPath, drawn, openWindow, startBrowser } from '../support/browser.ts'
import { listedPlan } from '../support/listed-plan.ts'
import { pageChanges, pageOf, savedPage } from '../support/report-page.ts'
import { change, field, planOf, rootRecord } from '../support/sample-plan.ts'

let browser: Browser
let address: string

const narrow = { viewport: { width: 400, height: 800 } }

/** The part of the address after `#`, and what of the tab of changes is visible. */
async function seenOn(page: Page): Promise<readonly string[]> {
  await drawn(page)
  const parts = ['#list', '#detail'].map(async (part) => ((await page.locator(part).isVisible()) ? [part] : []))
  return [page.url().split('#')[1] ?? '', ...(await Promise.all(parts)).flat()]
}

/** The number of records that the list says to have, and the search. */
async function filterOn(page: Page): Promise<string> {
  await drawn(page)
  return `${await page.locator('#shown').innerText()}; ${await page.locator('#search').inputValue()}`
}

describe.skipIf(chromiumPath === null)('ways through the page of a plan', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    address = savedPage(pageOf(planView(planOf(pageChanges))))
  })
  afterAll(() => browser.close())

  test('on a narrow page a record can be opened again after the list, and the focus goes with it', async () => {
    await using window = await openWindow(browser, narrow)
    const { page, wrong } = window
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.localName + document.activeElement.id')

    await page.goto(`${address}#changes`)
    await page.locator('.row').first().click()
    const opened = [...(await seenOn(page)), await focused()]
    await page.locator('#back').click()
    const closed = [...(await seenOn(page)), await focused()]
    await page.locator('.row').first().click()
    const again = await seenOn(page)
    await page.goBack()
    const back = await seenOn(page)
    await page.locator('#list').focus()
    await page.keyboard.press('ArrowDown')
    const byKey = [...(await seenOn(page)), await focused()]

    expect(opened).toEqual(['product.MUG', '#detail', 'h2'])
    expect(closed).toEqual(['changes', '#list', 'divlist'])
    expect(again).toEqual(['product.MUG', '#detail'])
    expect(back).toEqual(['changes', '#list'])
    expect(byKey.slice(1)).toEqual(['#detail', 'h2'])
    expect(wrong).toEqual([])
  })

  test('the address of an open record, and the way over another tab, keep search and filters', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window

    await page.goto(`${address}#changes`)
    await page.locator('#search').fill('table & 100%')
    await page.locator('#search').fill('table')
    await page.getByRole('button', { name: 'update', exact: true }).click()
    const found = await filterOn(page)
    await page.locator('.row', { hasText: 'OAK-TABLE' }).click()
    const opened = [await filterOn(page), (await seenOn(page))[0]]
    await page.reload()
    const reloaded = [await filterOn(page), await page.locator('#detail h2').innerText()]
    await page.getByRole('link', { name: 'Prices' }).click()
    await page.getByRole('link', { name: 'Changes' }).click()
    const returned = await filterOn(page)
    await page.keyboard.press('1')
    await drawn(page)
    await page.keyboard.press('2')
    const byKeys = await filterOn(page)
    await page.locator('#clear').click()
    const cleared = await filterOn(page)

    expect(found).toMatch(/^\d records, \d+ changes; table$/)
    expect(opened).toEqual([found, 'product.OAK-TABLE?q=table&action=update'])
    expect(reloaded).toEqual([found, '~ product OAK-TABLE \u201COak table\u201D'])
    expect([returned, byKeys]).toEqual([found, found])
    expect(cleared).toBe('13 records, 39 changes; ')
    expect(wrong).toEqual([])
  })

  test('records without a shared cause are a filter, which the overview links to', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const slips = [{ at: 1, factor: 2, own: true }]

    await page.goto(savedPage(pageOf(planView(listedPlan({ products: 9, lists: 1, slips })))))
    await page.getByRole('link', { name: '1 record without a shared cause' }).click()

    expect(await filterOn(page)).toBe('1 record, 1 change; ')
    expect(await page.locator('#list .row .key').allInnerTexts()).toEqual(['SKU-1'])
    expect(await page.getByRole('button', { name: 'no shared cause' }).getAttribute('aria-pressed')).toBe('true')
    expect(wrong).toEqual([])
  })

  test('a change of blanks can be seen, and a plan without changes does not ask to clear the filters', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const blanks = change({
      address: 'product.A',
      root: rootRecord('Product', 'A', 'A'),
      resource: 'Product',
      action: 'update',
      key: { sku: 'A' },
      fields: [field('title', 'two  blanks ', 'two blanks')],
    })

    await page.goto(`${savedPage(pageOf(planView(planOf([blanks]))))}#product.A`)
    const remark = await page.locator('.fields .remark').innerText()
    const widths = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.fields del, .fields ins')].map((each) => each.offsetWidth)`,
    )
    await page.goto(`${savedPage(pageOf(planView(planOf([]))))}#changes`)
    const nothing = await page.locator('#nothing').innerText()
    const hasDetail = await page.locator('#detail h2').count()

    expect((widths[0] ?? 0) - (widths[1] ?? 0)).toBeGreaterThan(5)
    expect(remark).toBe('differs only in blanks or in characters that look the same')
    expect([nothing, hasDetail]).toEqual(['The plan has no changes.', 0])
    expect(wrong).toEqual([])
  })

  test('on paper, which is narrow, the record that is open beside the list is printed', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window

    await page.goto(`${address}#changes`)
    await drawn(page)
    await page.setViewportSize({ width: 720, height: 1000 })
    const isOnScreen = await page.locator('#detail').isVisible()
    await page.emulateMedia({ media: 'print' })

    expect(isOnScreen).toBe(false)
    expect(await page.locator('#detail h2').isVisible()).toBe(true)
    expect(wrong).toEqual([])
  })

  test('the filter of guards says that it has the worst cases only', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const slips = Array.from({ length: 9 }, (_, at) => ({ at, factor: 3 }))

    await page.goto(`${savedPage(pageOf(planView(listedPlan({ products: 40, lists: 1, slips, guarded: true }))))}#changes`)
    await page.getByRole('button', { name: 'worst cases of guards' }).click()

    expect(await filterOn(page)).toBe('3 records, 3 changes; ')
    expect(wrong).toEqual([])
  })
})
