import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plan } from '../src/plan/plan.ts'
import { noThumbnails } from '../src/report/html/data/thumbnail.ts'
import { htmlReport } from '../src/report/html/html-report.ts'
import { planView } from '../src/report/view/plan-view.ts'
import { startBrowser } from '../test/support/browser.ts'
import { largeChanges, planOfChanges } from '../test/support/large-plan.ts'
import { listedPlan } from '../test/support/listed-plan.ts'
import { loadText, machineText, spreadOf } from './measure.ts'

/*
 * Measures the report page of a plan in Chromium: the time until the list of changes is ready, and the time of a search, from the key to the end of the layout. The changes
 * are half uploads, then price grids of nine cells from five price lists. Argument: the number of changes; default 20000, which is written to html-report-results.md.
 */
const [given] = process.argv.slice(2)
const count = Number(given ?? 20_000)
const runs = 5
const searches = ['s', 'sk', 'sku-1', 'sku-19', 'sku-199', 'product 77', 'another title', 'dealer 4.00', 'nothing has this']

/** Milliseconds. */
interface Seen {
  readonly ready: number
  readonly cpu: number
  readonly first: number
  readonly search: number
  readonly worst: number
}

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

const folder = mkdtempSync(join(tmpdir(), 'planogram-page-'))
const browser = await startBrowser()
try {
  const rows = [
    await rowOf(`${count} changes, half of them uploads`, planOfChanges(largeChanges(Math.ceil(count / 2)))),
    await rowOf(`${count} price grids of nine cells from five price lists`, listedPlan({ products: count, lists: 5 })),
  ]
  const report = reportText(rows)
  process.stdout.write(report)
  if (given === undefined) writeFileSync(join(import.meta.dirname, 'html-report-results.md'), report)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

async function rowOf(name: string, plan: Plan): Promise<string> {
  const path = join(folder, 'plan.html')
  writeFileSync(path, [...htmlReport(planView(plan), noThumbnails(''))].join(''))
  const seen: Seen[] = []
  while (seen.length < runs) seen.push(await measureOnce(`${pathToFileURL(path).href}#changes`))
  const median = (value: (one: Seen) => number): string => spreadOf(seen.map(value)).median.toFixed(0)
  const times = [median(({ cpu }) => cpu), median(({ ready }) => ready), median(({ first }) => first), median(({ search }) => search)]
  return `| ${[name, (statSync(path).size / 1e6).toFixed(1), ...times, median(({ worst }) => worst)].join(' | ')} |`
}

async function measureOnce(url: string): Promise<Seen> {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  const ready = await page.evaluate<number>(`performance.getEntriesByName('ready')[0].startTime`)
  const { metrics } = await session.send('Performance.getMetrics')
  const cpu = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  const [first = 0, ...rest] = await page.evaluate<number[]>(`(${timedSearches})(${JSON.stringify(searches)})`)
  await page.close()
  return { ready, cpu, first, search: spreadOf(rest).median, worst: Math.max(...rest) }
}

function reportText(rows: readonly string[]): string {
  return [
    '# The page of a plan in Chromium',
    '',
    `${machineText()}, Chromium, load ${loadText()}. Medians of ${runs} runs, in milliseconds. Written by \`node bench/html-report.ts\`.`,
    '',
    '| plan | page, MB | main thread until ready | ready | first search | search | slowest search |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Ready: from the start of the navigation to the list of changes with all counts. The first search makes the texts that are searched.',
    '',
  ].join('\n')
}
