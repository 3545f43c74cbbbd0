import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { chromiumPath, contrastOf, openWindow, overflowOf, startBrowser } from '../support/browser.ts'
import { planogram } from '../support/command-line.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'
import { type StartedLogin, startLogin } from '../support/started-login.ts'

const owner = { user: 'owner', password: 'correct horse' }
let browser: Browser
let store: RunningEmulator

function catalogue(): ShopFolder {
  const config = `stores: { shop: { base_url: "${store.url}" } }\n`
  return shopFolder({ 'planogram.yaml': config, 'shop.yaml': 'products: { MUG: { title: Mug, price: 8.50 } }\n' })
}

/** Logs in as the administrator, answers the question of the store, and waits for the page of the program. */
async function answered(page: Page, { address, redirectUri }: StartedLogin, answer: 'Approve' | 'Deny'): Promise<string> {
  await page.goto(address)
  await page.getByLabel('User').fill(owner.user)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: answer }).click()
  await page.waitForURL((url) => url.href.startsWith(redirectUri))
  return await page.getByRole('heading', { level: 1 }).innerText()
}

describe.skipIf(chromiumPath === null)('a login in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    store = await startEmulator({ administrator: owner })
  })
  afterAll(async () => {
    await browser.close()
    await store.close()
  })

  test('a person approves: the key is kept and used, and the code is in no address that the browser keeps', async () => {
    using shop = catalogue()
    await using window = await openWindow(browser, { javaScriptEnabled: false })
    const { page, wrong } = window
    const started = await startLogin(shop.root)

    const heading = await answered(page, started, 'Approve')
    const { exitCode, stdout, stderr } = await started.ended
    const [address, wide, { looked, faint }] = [page.url(), await overflowOf(page), await contrastOf(page)]
    const key = store.keys.list().find(({ origin }) => origin === 'oauth')
    await page.goBack()
    const plan = await planogram(shop.root, ['plan'], { HOME: shop.root })
    const kept = readFileSync(join(shop.root, '.config', 'planogram', 'login-keys.json'), 'utf8')

    expect([heading, exitCode, stdout]).toEqual(['You are logged in', 0, `Logged in to store shop (${store.url}); it has 0 products.\n`])
    expect([address, page.url()]).toEqual([`${started.redirectUri}/end`, started.address])
    expect([wide, looked, faint]).toEqual([0, 2, []])
    expect([plan.exitCode, plan.stdout]).toEqual([0, expect.stringContaining('Plan: 1 to create')])
    expect(key?.title).toBe('OAuth: Planogram')
    expect(kept).toMatch(/"key": "[\w-]{32}"/)
    expect(stderr).not.toContain(/"key": "([\w-]{32})"/.exec(kept)?.[1] ?? '')
    expect(wrong).toEqual([])
  })

  test('a person denies: the page and the terminal say so, and no key is kept', async () => {
    using shop = catalogue()
    await using window = await openWindow(browser, { viewport: { width: 360, height: 640 } })
    const { page, wrong } = window
    const started = await startLogin(shop.root)

    const heading = await answered(page, started, 'Deny')
    const { exitCode, stderr } = await started.ended

    expect([heading, exitCode]).toEqual(['The login failed', 1])
    expect(stderr).toMatch(/error\[login-failed\]: The login at 127\.0\.0\.1:\d+ was refused: the application was not approved\.\n/)
    expect(await overflowOf(page)).toBe(0)
    expect((await planogram(shop.root, ['doctor'], { HOME: shop.root })).stderr).toContain('this user has not logged in to it')
    expect(wrong).toEqual([])
  })
})
