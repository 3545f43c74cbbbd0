import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findProgram, pathOf } from './program.ts'

/**
 * The path of Chromium, or `null` with a notice where it is missing. Its headless shell comes first: it renders the same and opens a window
 * in a quarter of the processor time.
 */
export const chromiumPath = pathOf('chromium-headless-shell') ?? findProgram('chromium', 'chromium')

/** Starts Chromium headless, without requests of its own. */
export async function startBrowser(): Promise<Browser> {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // One process for all pages: starting one for each page takes longer than most tests.
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
    '--in-process-gpu',
  ]
  return chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox', ...quiet] })
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>

/** A page that records every fault in it. */
export interface Watched extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors and warnings, scripts that failed, responses of 400 and above, dialogs, violations of the policy. */
  readonly wrong: readonly string[]
}

/** Opens a window of 1280 x 900, or of the size in the options. */
export async function openWindow(browser: Browser, options: ContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => wrong.push(`script: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`)
  })
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  )
  return { page, context, wrong, [Symbol.asyncDispose]: () => context.close() }
}

/** Resolves when the page has followed its address: the event of a new fragment comes before the second frame. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))')
}

/** How many pixels a page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Runs in the page: the relative luminance of WCAG 2, on the nearest background that is not transparent. */
const contrastScript = `
  const channels = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number)
  const light = (colour) => {
    const [r = 0, g = 0, b = 0] = channels(colour).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ground = (element) => {
    if (element === null) return getComputedStyle(document.body).colorScheme.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)'
    const colour = getComputedStyle(element).backgroundColor
    return (channels(colour)[3] ?? 1) > 0 ? colour : ground(element.parentElement)
  }
  const ownText = (element) => [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : '')).join('').trim()
  const texts = [...document.querySelectorAll('body *')].filter((element) => ownText(element) !== '' && element.checkVisibility())
  const faint = texts.flatMap((element) => {
    const style = getComputedStyle(element)
    const [one, two] = [light(style.color), light(ground(element))].toSorted((a, b) => b - a)
    const ratio = (one + 0.05) / (two + 0.05)
    return ratio < (Number.parseFloat(style.fontSize) >= 24 ? 3 : 4.5) ? [ratio.toFixed(2) + ' ' + ownText(element).slice(0, 40)] : []
  })
  return { looked: texts.length, faint }`

/** How many texts of a page were checked, and those whose contrast is below WCAG AA (4.5, or 3 for large type). */
export async function contrastOf(page: Page): Promise<{ readonly looked: number; readonly faint: readonly string[] }> {
  return page.evaluate<{ looked: number; faint: string[] }>(`(() => {${contrastScript}})()`)
}

/** What is wrong with the layout of these pages: too wide for the window, or hard to read. Fails if it saw no text. */
export async function lookFaults(page: Page, addresses: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    const over = await overflowOf(page)
    const { looked, faint } = await contrastOf(page)
    if (over > 0) found.push(`${address} is ${over} pixels too wide`)
    if (looked < 15) found.push(`${address} shows ${looked} texts only`)
    found.push(...faint.map((text) => `${address} is faint: ${text}`))
  }
  return found
}
