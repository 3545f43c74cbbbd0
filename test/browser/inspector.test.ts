import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { chromiumPath, lookFaults, openWindow, startBrowser } from '../support/browser.ts'
import { startExampleStore } from '../support/example-store.ts'
import { sampled } from '../support/whole.ts'

let browser: Browser
let store: RunningEmulator

describe.skipIf(chromiumPath === null)('the inspector in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    store = await startExampleStore()
  })
  afterAll(async () => {
    await browser.close()
    await store.close()
  })

  test('a person finds a record and what hangs on it', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(store.url)
    await page.getByRole('link', { name: 'Inspector' }).click()
    await page.getByRole('link', { name: 'Records' }).click()
    await page.getByRole('link', { name: 'Product', exact: true }).click()
    await page.getByLabel('Field').selectOption('title')
    await page.getByLabel('Value').fill('Classic%')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('link', { name: 'TEE-CLASSIC' }).click()
    await page.getByRole('link', { name: 'TEE-CLASSIC-l-navy' }).click()

    expect(await page.locator('dl.fields').innerText()).toContain('21.95')
    expect(wrong).toEqual([])
  })

  test('a person tries a request', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(`${store.url}/_emulator/inspector/try`)
    await page.getByLabel('Specification').fill('Cat+CatParent')
    await page.getByLabel('_search').fill("name = 'Mugs'")
    await page.getByLabel('_search').press('Enter')

    expect(await page.locator('.url').innerText()).toContain('GET /API/V3/Cat+CatParent/?_search=name+%3D+%27Mugs%27')
    expect(await page.locator('pre.answer').innerText()).toContain('<name>Mugs</name>')
    expect(wrong).toEqual([])
  })

  test('a person adds a fault, sees it act, and forgets it', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(`${store.url}/_emulator/inspector/faults`)
    await page.getByRole('button', { name: '503, retry after 1 s' }).click()
    const said = await page.getByRole('status').innerText()
    const hit = await fetch(`${store.url}/API/V3/Cat/?_key=${store.key}`)
    await page.reload()
    const acted = await page.getByRole('region', { name: 'Injected faults' }).innerText()
    await page.getByRole('button', { name: 'Delete all faults' }).click()

    expect(said).toBe('Added.')
    expect(hit.status).toBe(503)
    expect(acted).toContain('/API/V3/Cat/?_key=***')
    expect(await page.locator('main').innerText()).toContain('None: no faults are injected.')
    expect(wrong).toEqual([])
  })

  test('a person freezes the clock and keeps a snapshot', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await page.goto(`${store.url}/_emulator/inspector/clock`)
    await page.getByRole('button', { name: 'Freeze' }).click()
    const frozen = store.clock.isFrozen()
    await page.getByRole('button', { name: 'Reset to the present' }).click()
    await page.getByRole('link', { name: 'Snapshots' }).click()
    await page.getByLabel('Name').fill('first')
    await page.getByRole('button', { name: 'Save current state' }).click()
    await page.getByRole('link', { name: 'Compare with current state' }).click()

    expect(frozen).toBe(true)
    expect(store.clock.isFrozen()).toBe(false)
    expect(await page.locator('main').innerText()).toContain('No differences.')
    expect(wrong).toEqual([])
  })

  const looks = sampled(
    [
      [360, 'dark'],
      [1280, 'light'],
      [360, 'light'],
      [1280, 'dark'],
    ] as const,
    4,
  )

  test.each(looks)('%i pixels wide and %s, every page fits, is legible and has nothing to complain about', async (width, colorScheme) => {
    await using window = await openWindow(browser, { viewport: { width, height: 760 }, colorScheme })
    const { page, wrong } = window
    await page.goto(`${store.url}/_emulator/`)
    const names = await page.evaluate<string[]>(`[...document.querySelectorAll('nav.pages a')].map((link) => link.getAttribute('href'))`)
    const paths = [
      ...names,
      '/_emulator/inspector/records/Product',
      '/_emulator/inspector/records/Product?key=TEE-CLASSIC',
      '/_emulator/inspector/files?path=images/items',
      '/_emulator/inspector/try?spec=Product',
    ]
    const found = await lookFaults(
      page,
      paths.map((path) => store.url + path),
    )

    expect(names.length).toBe(13)
    expect(found).toEqual([])
    expect(wrong).toEqual([])
  })
})
