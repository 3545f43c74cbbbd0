import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { chromiumPath, contrastOf, lookFaults, openWindow, overflowOf, startBrowser } from '../support/browser.ts'
import { startExampleStore } from '../support/example-store.ts'
import { sampled } from '../support/whole.ts'

let browser: Browser
let store: RunningEmulator

const price = (page: Page): Promise<string> => page.locator('.price-panel .price > span').first().innerText()
const largePicture = (page: Page): Promise<string | null> => page.locator('.large img').getAttribute('src')
const focused = (page: Page): Promise<string> => page.evaluate<string>(`document.activeElement?.id ?? ''`)

describe.skipIf(chromiumPath === null)('the shop in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    store = await startExampleStore()
  })
  afterAll(async () => {
    await browser.close()
    await store.close()
  })

  test('a person walks from the home page to a product and picks its options', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(store.url)
    await page.locator('main').getByRole('link', { name: 'Clothing' }).click()
    await page.locator('main').getByRole('link', { name: 'Tops' }).click()
    await page.locator('main').getByRole('link', { name: 'T-shirts' }).first().click()
    await page.getByRole('link', { name: 'Classic tee' }).click()
    const before = { price: await price(page), picture: await largePicture(page) }

    await page.getByLabel('Size').selectOption('Large')
    await page.getByText('TEE-CLASSIC-l-red').waitFor()
    await page.getByLabel('Colour').selectOption('Navy')
    await page.getByText('TEE-CLASSIC-l-navy').waitFor()

    expect(before).toEqual({ price: '£19.95', picture: '/_shop/files/images/items/tee-classic.png' })
    expect(await price(page)).toBe('£21.95')
    expect(await largePicture(page)).toBe('/_shop/files/images/items/tee-classic-navy.png')
    expect(await page.getByRole('status').innerText()).toContain('£21.95 per piece, for Visitor, 1 piece')
    expect(await page.evaluate<number>(`document.querySelector('.large img').naturalWidth`)).toBe(600)
    expect(wrong).toEqual([])
  })

  test('a choice does not load the page anew, has an address of its own, and the way back undoes it', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(`${store.url}/enamel-mug`)
    await page.evaluate(`document.documentElement.setAttribute('data-same', 'yes')`)

    await page.getByLabel('Rim').selectOption({ index: 1 })
    await page.getByText('£14.00').first().waitFor()
    const address = new URL(page.url()).search
    await page.goBack()
    await page.getByText('£11.00').first().waitFor()

    expect(address).toBe('?option.rim=gold')
    expect(new URL(page.url()).search).toBe('')
    expect(await page.evaluate<string>(`document.documentElement.getAttribute('data-same')`)).toBe('yes')
    expect(await page.getByLabel('Rim').inputValue()).toBe('blue')
    expect(wrong).toEqual([])
  })

  test('who looks is switched in the bar, and stays switched on other pages', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(`${store.url}/classic-tee`)
    // The address changes when the answer is in its place: until then what is filled in would go with the old form.
    await page.getByLabel('Customer').selectOption('Dealers')
    await page.waitForURL(/group=dealer/)
    await page.getByText('£12.50').first().waitFor()
    await page.getByLabel('Pieces').fill('50')
    await page.getByLabel('Pieces').press('Enter')
    await page.waitForURL(/quantity=50/)
    await page.getByText('50 pieces').first().waitFor()
    await page.getByLabel('Currency').selectOption('EUR')
    await page.waitForURL(/currency=EUR/)
    await page.getByText('€12.50').first().waitFor()
    const why = await page.locator('.why').innerText()
    const won = await page.locator('.entry.won').allInnerTexts()
    await page.getByText('How this price is calculated').click()
    await page.locator('#categories').getByRole('link', { name: 'Headwear' }).click()
    await page.waitForURL((url) => !url.pathname.includes('classic-tee'))

    expect(why).toBe('Price forced in EUR for group dealer from quantity 48')
    expect(won).toHaveLength(1)
    expect(won[0]).toContain('€12.50')
    expect(await page.getByLabel('Customer').inputValue()).toBe('dealer')
    expect(await page.getByLabel('Pieces').inputValue()).toBe('50')
    expect(wrong).toEqual([])
  })

  test('the keyboard alone is enough: skip link, options, radio buttons, pictures', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(`${store.url}/ribbed-beanie`)
    await page.keyboard.press('Tab')
    const skip = await page.evaluate<string>(`document.activeElement?.textContent`)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page), { timeout: 15_000 }).toBe('content')
    for (let presses = 0; presses < 15 && !(await focused(page)).startsWith('option-'); presses += 1) await page.keyboard.press('Tab')
    const first = await focused(page)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url(), { timeout: 15_000 }).toMatch(/option\.colour=ash/)
    const outline = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.pills input:focus-visible + span')).outlineStyle`,
    )

    expect(skip).toBe('Skip to content')
    expect(first).toBe('option-0-0')
    expect(await focused(page)).toBe('option-0-1')
    expect(await page.locator('#option-0-1').isChecked()).toBe(true)
    expect(outline).toBe('solid')
    expect(wrong).toEqual([])
  })

  test('everything that a pointer can press, Tab reaches, and the focus is always seen', async () => {
    await using window = await openWindow(browser)
    const { page } = window
    await page.goto(`${store.url}/classic-tee`)
    const reachable = await page.evaluate<number>(
      `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary, [tabindex="0"]')].filter((each) => each.checkVisibility()).length`,
    )
    const seen = new Set<string>()
    const unseen: string[] = []
    for (let presses = 0; presses < reachable + 5; presses += 1) {
      await page.keyboard.press('Tab')
      const at = await page.evaluate<{ place: string; outlined: boolean }>(`(() => {
        const element = document.activeElement ?? document.body
        const place = element === document.body ? '' : [...document.querySelectorAll('*')].indexOf(element) + ' ' + element.outerHTML.slice(0, 60)
        return { place, outlined: getComputedStyle(element).outlineStyle !== 'none' }
      })()`)
      if (at.place !== '') seen.add(at.place)
      if (at.place !== '' && !at.outlined) unseen.push(at.place)
    }

    expect(unseen).toEqual([])
    expect(seen.size).toBe(reachable)
    expect(reachable).toBeGreaterThan(30)
  })

  test('without a script the same choices are made with buttons', async () => {
    await using window = await openWindow(browser, { javaScriptEnabled: false })
    const { page, wrong } = window
    await page.goto(`${store.url}/classic-tee`)
    await page.getByLabel('Colour').selectOption('Sand')
    await page.getByRole('button', { name: 'Choose' }).click()
    await page.getByLabel('Customer').selectOption('Dealers')
    await page.getByRole('button', { name: 'Show' }).click()

    expect(await page.locator('.facts').innerText()).toContain('TEE-CLASSIC-s-sand')
    expect(await price(page)).toBe('£12.50')
    expect(await largePicture(page)).toContain('tee-classic-sand.png')
    expect(wrong).toEqual([])
  })

  const looks = sampled(
    [
      [1280, 'dark'],
      [360, 'light'],
      [360, 'dark'],
      [1280, 'light'],
    ] as const,
    4,
  )

  test.each(looks)(
    '%i pixels wide and %s, every kind of page fits, is legible and has nothing to complain about',
    async (width, colorScheme) => {
      await using window = await openWindow(browser, { viewport: { width, height: 760 }, colorScheme })
      const { page, wrong } = window
      const paths = [
        '/',
        '/clothing',
        '/category/mugs?group=dealer',
        '/classic-tee?group=dealer&quantity=50&currency=EUR',
        '/hexagon-bolts?variant=BOLT-M8',
        '/ribbed-beanie',
        '/product/TEE-COUNTER',
        '/_shop/products?q=tee',
      ]
      const found = await lookFaults(
        page,
        paths.map((path) => store.url + path),
      )

      expect(found).toEqual([])
      expect(wrong).toEqual([])
    },
  )

  test.each([320, 900])('long names and preformatted text fit into a window of %i pixels', async (width) => {
    await using window = await openWindow(browser, { viewport: { width, height: 760 } })
    const { page } = window
    await using shop = await startEmulator()
    const title = 'Wholesale customers of the northern region with a framework agreement, without the islands'
    const comment = `<p>${title.replaceAll(' ', '')}</p><pre>${'-'.repeat(120)}</pre>`
    shop.seed([
      { resource: 'UserGroups', fields: { code: 'north', title: title.repeat(2) }, children: {} },
      { resource: 'Product', fields: { sku: 'A', title: title.replaceAll(' ', ''), price: '1', comment }, children: {} },
    ])

    expect(await lookFaults(page, [`${shop.url}/product/A?group=north`])).toEqual([])
  })

  test('the measures of the look find what is wrong', async () => {
    await using window = await openWindow(browser, { viewport: { width: 360, height: 760 } })
    const { page } = window
    await page.setContent(
      '<body style="background: #fff"><p style="color: #888">faint</p><p style="color: #666">legible</p><div style="width: 500px">wide</div>',
    )

    expect(await contrastOf(page)).toEqual({ looked: 3, faint: ['3.54 faint'] })
    expect(await overflowOf(page)).toBeGreaterThan(100)
  })

  test('on a narrow window the categories are one press away', async () => {
    await using window = await openWindow(browser, { viewport: { width: 360, height: 760 } })
    const { page } = window
    await page.goto(`${store.url}/classic-tee`)
    await page.getByRole('link', { name: 'Categories' }).click()
    await page.locator('#categories').waitFor()

    expect((await page.locator('#categories').boundingBox())?.y).toBeLessThan(760)
    await page.locator('#categories').getByRole('link', { name: 'Sale' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sale' }).waitFor()
    expect(await page.locator('h1').innerText()).toBe('Sale')
  })
})
