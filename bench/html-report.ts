import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { noThumbnails } from '../src/report/html/data/thumbnail.ts'
import { htmlReport } from '../src/report/html/html-report.ts'
import { planView } from '../src/report/view/plan-view.ts'
import { startBrowser } from '../test/support/browser.ts'
import { listedPlan } from '../test/support/listed-plan.ts'
import { largeChanges, planOfChanges } from '../test/support/large-plan.ts'
import { spreadOf } from './measure.ts'

/**
 * The report page of a plan of 20,000 changes in Chromium, half of them uploads: the time until the list of changes is ready, and the time of a
 * search, from the key to the end of the layout. `first` is the first search, `cpu` the time of the main thread until the list is ready. Prints
 * five runs and their medians. `node bench/html-report.ts [changes]`; with `lists`, the changes are price grids of nine cells from five price
 * lists.
 */
const count = Number(process.argv[2] ?? 20_000)
const runs = 5
const searches = ['s', 'sk', 'sku-1', 'sku-19', 'sku-199', 'product 77', 'another title', 'dealer 4.00', 'nothing has this']

const started = performance.now()
const isListed = process.argv[3] === 'lists'
const view = planView(isListed ? listedPlan({ products: count, lists: 5 }) : planOfChanges(largeChanges(Math.ceil(count / 2))))
const viewed = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'bench-html-report-'))
const path = join(folder, 'plan.html')
writeFileSync(path, [...htmlReport(view, noThumbnails(''))].join(''))
const written = performance.now()
console.log(
  `${view.roots.length} records: view ${Math.round(viewed - started)} ms, page ${Math.round(written - viewed)} ms, ${(statSync(path).size / 1e6).toFixed(1)} MB`,
)

/** Runs in the page: the times of the searches, in milliseconds; the first makes the texts that are searched. */
const timedSearches = `(words) => {
  const search = document.getElementById('search')
  return words.map((word) => {
    const from = performance.now()
    search.value = word
    search.dispatchEvent(new Event('input'))
    document.getElementById('list').getBoundingClientRect()
    return performance.now() - from
  })
}`

const browser = await startBrowser()
try {
  const all: { ready: number; cpu: number; first: number; search: number; worst: number }[] = []
  for (let run = 1; run <= runs; run += 1) {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(`${pathToFileURL(path).href}#changes`)
    const ready = await page.evaluate<number>(`performance.getEntriesByName('ready')[0].startTime`)
    const { metrics } = await session.send('Performance.getMetrics')
    const cpu = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
    const [first = 0, ...rest] = await page.evaluate<number[]>(`(${timedSearches})(${JSON.stringify(searches)})`)
    const result = { ready, cpu, first, search: spreadOf(rest).median, worst: Math.max(...rest) }
    all.push(result)
    console.log(
      `run ${run}: ${Object.entries(result)
        .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
        .join(', ')}`,
    )
    await page.close()
  }
  const names = ['ready', 'cpu', 'first', 'search', 'worst'] as const
  console.log(`median: ${names.map((name) => `${name} ${spreadOf(all.map((each) => each[name])).median.toFixed(1)} ms`).join(', ')}`)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
