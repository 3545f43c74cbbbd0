import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningEmulator } from '../../src/emulator/emulator-options.ts'
import { chromiumPath, lookFaults, openWindow, startBrowser } from '../support/browser.ts'
import { startExampleStore } from '../support/example-store.ts'
import { foreignPage } from '../support/foreign-page.ts'
import { storeRequest } from '../unit/emulator/store-request.ts'
import { startReceiver } from '../unit/emulator/webhooks/receiver.ts'
import { sampled } from '../support/whole.ts'

const order =
  '<ResultSet><Order><email>ann@example.org</email><b_fname>Ann</b_fname><status>new</status><Orderline><sku>MUG-STONE</sku><quantity>2</quantity></Orderline></Order></ResultSet>'
const owner = { user: 'owner', password: 'correct horse' }
let browser: Browser
let store: RunningEmulator

async function logIn(page: Page, address = `${store.url}/_admin/`): Promise<void> {
  await page.goto(address)
  await page.getByLabel('User').fill(owner.user)
  await page.getByLabel('Password').fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/_admin/login')
}

async function statusWith(key: string, path: string): Promise<number> {
  return (await storeRequest({ url: store.url, key })('GET', path)).status
}

/** Registers a client, and goes to an application at `host` whose link asks for a key. */
async function connect(page: Page, { host, redirect }: { host: string; redirect: string }): Promise<void> {
  await logIn(page, `${store.url}/_admin/oauth`)
  await page.getByLabel('Client id').fill(`erp-${host}`)
  await page.getByLabel('Title').fill('ERP bridge')
  await page.getByLabel('Redirect URIs').fill(redirect)
  await page.getByRole('button', { name: 'Register' }).click()
  const query = new URLSearchParams({ response_type: 'code', client_id: `erp-${host}`, redirect_uri: redirect }).toString()
  await using application = await foreignPage(`<a href="${store.url}/api_oauth?${query.replaceAll('&', '&amp;')}">connect</a>`)
  await page.goto(`http://${host}:${application.port}/`)
  await page.getByRole('link', { name: 'connect' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Exchanges the code that the application received, uses the token, and revokes it on the page. */
async function useAndRevoke(page: Page, redirect: string): Promise<readonly number[]> {
  await page.waitForURL(`${redirect}?code=*`)
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const query = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect })
  const { access_token: token } = (await (await fetch(`${store.url}/api_oauth?${query.toString()}`)).json()) as { access_token: string }
  const before = await statusWith(token, 'Product/MUG-STONE')
  await page.goto(`${store.url}/_admin/oauth`)
  await page.getByRole('button', { name: 'Revoke the token of OAuth: ERP bridge' }).click()
  await page.getByRole('status').waitFor()
  return [before, await statusWith(token, 'Product/MUG-STONE')]
}

describe.skipIf(chromiumPath === null)('the administration tool in a browser', () => {
  beforeAll(async () => {
    browser = await startBrowser()
    store = await startExampleStore({ administrator: owner })
  })
  afterAll(async () => {
    await browser.close()
    await store.close()
  })

  test('a person logs in, and out; a wrong password is refused', async () => {
    await using window = await openWindow(browser, { javaScriptEnabled: false })
    const { page, wrong, context } = window
    await page.goto(`${store.url}/_admin/keys`)
    await page.getByLabel('User').fill(owner.user)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    const refused = await page.getByRole('alert').innerText()
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    const [cookie] = await context.cookies()
    await page.getByRole('button', { name: 'Log out owner' }).click()
    await page.goto(`${store.url}/_admin/keys`)

    expect(refused).toBe('The user or the password is wrong.')
    expect(heading).toBe('Application keys')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Log in')
    expect(await context.cookies()).toEqual([])
    expect(wrong.filter((each) => !each.includes('403'))).toEqual([])
  })

  test('a person registers a key denied Orders, uses it and revokes it', async () => {
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await logIn(page)
    await page.getByRole('link', { name: 'Application keys' }).click()
    await page.getByLabel('Title').fill('Price robot')
    const denied = page.getByRole('group', { name: 'Denied resources' })
    await denied.getByText('Choose from').click()
    await denied.getByLabel('Order', { exact: true }).check()
    await page.getByRole('button', { name: 'Register' }).click()
    const key = await page.getByRole('status').locator('code').innerText()
    const before = [await statusWith(key, 'Order/'), await statusWith(key, 'Product/MUG-STONE')]
    await page.reload()
    const shownAgain = (await page.content()).includes(key)
    const row = await page.getByRole('row', { name: 'Price robot' }).innerText()
    await page.getByRole('button', { name: 'Revoke Price robot' }).click()
    const done = await page.getByRole('status').innerText()

    expect(before).toEqual([403, 200])
    expect(shownAgain).toBe(false)
    expect(row).toContain(`…${key.slice(-4)}`)
    expect(row).toContain('denied: Order')
    expect(done).toBe('The key "Price robot" was revoked.')
    expect(await statusWith(key, 'Product/MUG-STONE')).toBe(401)
    expect(wrong).toEqual([])
  })

  test('a person subscribes an address, and sees the delivery of an order and the order itself, which is archived', async () => {
    await using target = await startReceiver()
    await using window = await openWindow(browser)
    const { page, wrong } = window
    await logIn(page)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByLabel('Address').fill(`${target.url}/orders`)
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await storeRequest(store)('POST', 'Order+Orderline', order)
    await store.webhooks.settled()
    await page.getByRole('link', { name: 'Webhooks' }).click()
    const delivery = page.locator('details.delivery').first()
    await delivery.locator('summary').click()
    const seen = await delivery.innerText()
    await delivery.getByRole('button', { name: 'Send again' }).click()
    const resent = await page.getByRole('status').innerText()
    await page.getByRole('button', { name: `Unsubscribe ${target.url}` }).click()
    await page.getByRole('link', { name: 'Pending orders' }).click()
    const row = await page.getByRole('row', { name: 'ann@example.org' }).innerText()
    await page.getByRole('link', { name: '1', exact: true }).click()
    const lines = await page.getByRole('region', { name: 'Lines' }).innerText()
    await page.getByRole('button', { name: 'Archive' }).click()

    expect(seen).toContain('delivered')
    expect(seen).toContain('"email":"ann@example.org"')
    expect(resent).toMatch(/^Notification \d+ was sent again: delivered\.$/)
    expect(target.received.map(({ path }) => path)).toEqual(['/orders', '/orders'])
    expect(row).toContain('2 × MUG-STONE')
    expect(lines).toContain('MUG-STONE')
    expect(await page.locator('main').innerText()).toContain('No pending orders.')
    expect(wrong).toEqual([])
  })

  test('a person who is logged in approves an application of the same site', async () => {
    await using callback = await foreignPage('<h1>connected</h1>')
    await using window = await openWindow(browser)
    const { page, wrong } = window
    const redirect = `http://127.0.0.1:${callback.port}/cb`
    await connect(page, { host: '127.0.0.1', redirect })
    const asked = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('button', { name: 'Approve' }).click()

    expect(asked).toBe('Allow ERP bridge to access this store?')
    expect(await useAndRevoke(page, redirect)).toEqual([200, 401])
    expect(wrong.filter((each) => !each.includes('favicon'))).toEqual([])
  })

  test('a person who comes from another site logs in again, because browsers keep the session from it, and then approves', async () => {
    await using callback = await foreignPage('<h1>connected</h1>')
    await using window = await openWindow(browser)
    const { page } = window
    const redirect = `http://127.0.0.1:${callback.port}/cb`
    await connect(page, { host: 'localhost', redirect })
    const asked = await page.locator('main').innerText()
    await page.getByLabel('User').fill(owner.user)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()

    expect(asked).toContain('Log in to see the request.')
    expect(await useAndRevoke(page, redirect)).toEqual([200, 401])
  })

  const looks = sampled(
    [
      [1280, 'light'],
      [360, 'dark'],
      [360, 'light'],
      [1280, 'dark'],
    ] as const,
    4,
  )

  test.each(looks)('%i pixels wide and %s, every page fits, is legible and has nothing to complain about', async (width, colorScheme) => {
    await using window = await openWindow(browser, { viewport: { width, height: 760 }, colorScheme })
    const { page, wrong } = window
    const { code } = store.keys.add({ title: 'A key with many rights', resources: ['Order', 'Orderline', 'Shipments', 'ShipmentLines'] })
    await storeRequest(store)(
      'POST',
      'Webhooks',
      '<ResultSet><Webhook><name>NewOrder</name><url>https://erp.example/hook</url></Webhook></ResultSet>',
    )
    await storeRequest(store)('POST', 'Order+Orderline', order)
    await store.webhooks.settled()
    await logIn(page)
    const paths = ['orders', 'orders/1', 'keys', `keys/${code}`, 'webhooks', 'oauth']
    const found = await lookFaults(
      page,
      paths.map((path) => `${store.url}/_admin/${path}`),
    )

    expect(found).toEqual([])
    expect(wrong).toEqual([])
  })
})
