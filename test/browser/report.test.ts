import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Thumbnail } from '../../src/report/html/data/thumbnail.ts'
import { planView } from '../../src/report/view/plan-view.ts'
import { chromiumPath, contrastOf, drawn, openWindow, overflowOf, startBrowser } from '../support/browser.ts'
import { listedPlan } from '../support/listed-plan.ts'
import { photo } from '../support/photo.ts'
import { hostile, hostilePlan, pageChanges, pageOf, savedPage } from '../support/report-page.ts'
import { planOf, samplePlan } from '../support/sample-plan.ts'

let browser: Browser
let address: string
let hostileAddress: string

async function thumbnail(shade: number): Promise<Thumbnail> {
  return { bytes: await photo({ kind: 'webp', width: 60, height: 40, shade }), type: 'image/webp' }
}

/** The keys of the records that the list shows. */
async function listed(page: Page): Promise<readonly string[]> {
  return page.locator('#list .row .key').allInnerTexts()
}

/** Follows a link of the page itself. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  await drawn(page)
}

describe.skipIf(chromiumPath === null)('the page of a plan in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    const path = 'images/items/oak-4.jpg'
    const [before, after] = await Promise.all([thumbnail(100), thumbnail(200)])
    const thumbnails = {
      before: new Map([[path, before]]),
      after: new Map([[path, after]]),
      remark: '6 of 8 pictures without a thumbnail.',
    }
    address = savedPage(pageOf(planView(planOf(pageChanges, { hazards: samplePlan.hazards })), thumbnails))
    hostileAddress = savedPage(pageOf(planView(hostilePlan)))
  })
  afterAll(() => browser.close())

  test('search and filters find records and count changes; the address keeps them', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window

    await page.goto(`${address}#changes`)
    const all = await page.locator('#shown').innerText()
    await page.locator('#search').fill('enamel 990')
    const searched = await listed(page)
    await page.locator('#clear').click()
    await page.getByRole('button', { name: 'variant', exact: true }).click()
    await page.getByRole('button', { name: 'create', exact: true }).click()
    const filtered = [await page.locator('#shown').innerText(), ...(await listed(page))]
    await page.reload()
    const again = [await page.locator('#shown').innerText(), ...(await listed(page))]

    expect(all).toBe('13 records, 39 changes')
    expect(searched).toEqual(['MUG'])
    expect(filtered).toEqual(['1 record, 2 changes', 'TEE'])
    expect(again).toEqual(filtered)
    expect(page.url()).toContain('#changes?action=create&kind=variant')
    expect(wrong).toEqual([])
  })

  test('a link opens its change; keys move through the records and findings', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const heading = (): Promise<string> => page.locator('#detail h2').innerText()

    await page.goto(`${address}#variant.OAK-120`)
    const linked = [await heading(), await page.locator('.opened').getAttribute('data-address')]
    await goTo(page, '#changes')
    await page.reload()
    await page.locator('#list').focus()
    const found = [await heading()]
    for (const key of ['n', 'p', 'j', 'k', 'ArrowDown', 'PageDown']) {
      const before = page.url()
      await page.keyboard.press(key)
      await page.waitForURL((url) => url.href !== before)
      await drawn(page)
      found.push(await heading())
    }
    await page.keyboard.press('/')
    await page.keyboard.type('mug')
    const typed = await listed(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    const help = await page.locator('#help').innerText()
    await page.keyboard.press('Escape')
    await goTo(page, '#product.NOT-THERE')

    expect(linked).toEqual(['~ product OAK-TABLE \u201COak table\u201D', 'variant.OAK-120'])
    expect(found.map((text) => text.split(' ')[2])).toEqual([
      'MUG',
      'OAK-TABLE',
      'MUG',
      'OAK-TABLE',
      'MUG',
      'OAK-TABLE',
      'images/items/oak-4.jpg',
    ])
    expect(typed).toEqual(['MUG'])
    expect(help).toContain('next record with a finding')
    expect(await page.locator('#detail').innerText()).toBe('This plan has no change product.NOT-THERE.')
    expect(wrong).toEqual([])
  })

  test('where there is room for both, the first record that is listed is shown beside the list', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const heading = (): Promise<string> => page.locator('#detail h2').innerText()

    await page.goto(`${address}#changes`)
    const first = await heading()
    await page.locator('#search').fill('elm table')
    const searched = await heading()
    await page.locator('#search').fill('table')
    const kept = await heading()
    await page.locator('#search').fill('no such thing')
    const none = await heading()
    await page.setViewportSize({ width: 700, height: 800 })
    await goTo(page, '#overview')
    await goTo(page, '#changes')
    const isListShown = await page.locator('#list').isVisible()

    expect(first).toContain('MUG')
    expect([searched, kept, none].map((text) => text.split(' ')[2])).toEqual(['ELM-TABLE', 'ELM-TABLE', 'ELM-TABLE'])
    expect(isListShown).toBe(true)
    expect(page.url()).toMatch(/#changes$/)
    expect(wrong).toEqual([])
  })

  test('texts, prices, pictures and variants are shown in each of their views', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window

    await page.goto(`${address}#product.OAK-TABLE`)
    const words = await page.locator('.text del, .text ins').allInnerTexts()
    await page.getByRole('button', { name: 'Page', exact: true }).click()
    const framed = await page.frameLocator('iframe >> nth=1').locator('body').innerText()
    await page.getByRole('button', { name: 'EUR (forced)' }).click()
    await page.getByRole('button', { name: 'New', exact: true }).first().click()
    const euro = await page.locator('#detail .chart').first().textContent()
    await goTo(page, `#${encodeURIComponent('file.images/items/oak-4.jpg')}`)
    await page.getByRole('button', { name: 'Difference' }).click()
    const natural = await page.evaluate<number>(
      `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('.difference'))`,
    )
    await goTo(page, '#product.TEE')
    const matrix = await page.locator('.matrix tbody tr').allInnerTexts()
    await goTo(page, '#prices')
    const mapped = await page.locator('.price-map h3 a').allInnerTexts()
    await goTo(page, '#pictures')
    const sheet = [await page.locator('.sheet figure').count(), await page.locator('.sheet img').count()]

    expect(words).toEqual(['oak', 'ash', 'six', 'eight'])
    expect(framed).toContain('Seats eight adults.')
    expect(euro).toContain('40.50')
    expect(natural).toBe(60)
    expect(matrix.map((text) => text.split(/\s+/))).toEqual([
      ['red', '~', 'TEE-s-red', '~', 'TEE-m-red', '+', 'TEE-l-red'],
      ['blue', '~', 'TEE-s-blue', '~', 'TEE-m-blue', '+', 'TEE-l-blue'],
    ])
    expect(mapped).toEqual(['MUG', 'OAK-TABLE', 'ELM-TABLE'])
    expect(sheet).toEqual([7, 1])
    expect(wrong).toEqual([])
  })

  test('hostile texts run, load and style nothing, in any view', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))

    await page.goto(`${hostileAddress}#changes`)
    await page.locator('.row').first().click()
    await page.getByRole('button', { name: 'Page', exact: true }).first().click()
    await page.getByRole('button', { name: 'Source', exact: true }).first().click()
    await page.locator('#search').fill('<script>')
    const found = await page.locator('#shown').innerText()
    for (const tab of ['#prices', '#pictures', '#categories', '#overview']) await goTo(page, tab)
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    const title = await page.title()
    const frames = await page.evaluate<string>(`[...document.querySelectorAll('iframe')].map((frame) => frame.srcdoc).join('')`)

    expect(title).toContain('</script>')
    expect(found).toBe('3 records, 7 changes')
    expect(frames).not.toMatch(/onerror|onclick|javascript:|style="/)
    expect(requests.filter((url) => !/^(?:file|data|about):/.test(url))).toEqual([])
    expect(wrong).toEqual([])
    expect(hostile).toContain('onerror')
  })

  test('three planted mistakes among a thousand prices are on the first screen', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const slips = [
      { at: 77, factor: 100 },
      { at: 444, factor: 2, group: 'dealer' },
      { at: 901, factor: 1 / 3, currency: 'EUR' },
    ]
    const planted = savedPage(pageOf(planView(listedPlan({ products: 1000, lists: 3, slips }))))

    await page.goto(planted)
    const links = page.locator('.findings a')
    const seen = await Promise.all(
      (await links.all()).map(async (link) => ((await link.boundingBox())?.y ?? Infinity) < 900 && link.innerText()),
    )
    await page.locator('.causes a').first().click()
    await drawn(page)
    const narrowed = await page.locator('#shown').innerText()

    expect(slips.map(({ at }) => seen.some((text) => text === `grid.SKU-${at}`))).toEqual([true, true, true])
    expect(narrowed).toMatch(/^33[34] records, /)
    expect(wrong).toEqual([])
  })

  test('a price that is wrong in one currency is on the screen that its link opens', async () => {
    await using window = await openWindow(browser, { viewport: { width: 360, height: 740 } })
    const { page, wrong } = window
    const slips = [{ at: 7, factor: 0.097, currency: 'EUR' }]
    const planted = savedPage(pageOf(planView(listedPlan({ products: 40, lists: 2, slips, guarded: true }))))

    await page.goto(planted)
    const counts = await page.locator('.counts th').last().boundingBox()
    await page.locator('.findings a', { hasText: 'SKU-7' }).first().click()
    await drawn(page)
    const tabs = page.locator('#detail .choice[aria-label=Currency] button')
    const labels = await tabs.allInnerTexts()
    await page.emulateMedia({ media: 'print' })
    const paper = await page.locator('#detail p.paper').innerText()

    expect(labels).toEqual(['All currencies ▼3.0 %', 'EUR (forced) ! ▼90.3 %'])
    expect(paper).toBe('EUR (forced) ! ▼90.3 %; not shown: All currencies ▼3.0 %')
    expect(await tabs.last().getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('#detail svg').textContent()).toContain('▼90.3 %')
    expect((counts?.x ?? 0) + (counts?.width ?? 0)).toBeLessThanOrEqual(360)
    expect(wrong).toEqual([])
  })

  test('light, dark, 360 pixels and paper are readable and no wider than the window', async () => {
    const faults: string[] = []
    const some = ['#overview', '#changes', '#product.OAK-TABLE', '#prices']
    const looks = [
      { name: 'light', options: {}, hashes: [...some, '#pictures', '#categories'] },
      { name: 'dark', options: { colorScheme: 'dark' }, hashes: some },
      { name: '360', options: { viewport: { width: 360, height: 740 } }, hashes: some },
    ] as const
    for (const { name, options, hashes } of looks) {
      await using window = await openWindow(browser, options)
      const { page, wrong } = window
      await page.goto(address)
      for (const hash of hashes) {
        await goTo(page, hash)
        const over = await overflowOf(page)
        const { looked, faint } = await contrastOf(page)
        if (over > 0 || looked < 10) faults.push(`${name} ${hash}: ${over} pixels too wide, ${looked} texts`)
        faults.push(...faint.map((text) => `${name} ${hash}: faint: ${text}`))
      }
      faults.push(...wrong)
    }

    await using window = await openWindow(browser, { viewport: { width: 720, height: 1000 } })
    const { page } = window
    await page.goto(`${address}#product.TEE`)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    const paper = {
      over: await overflowOf(page),
      rows: await page.locator('#print tr').count(),
      search: await page.locator('#search').isVisible(),
    }
    const overview = await page.getByRole('heading', { name: 'Look at first' }).isVisible()

    expect(faults).toEqual([])
    expect(paper).toEqual({ over: 0, rows: 13, search: false })
    expect(overview).toBe(true)
  })
})
