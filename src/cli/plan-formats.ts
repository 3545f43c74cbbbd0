import { type PlanChart, planCharts } from '../report/html/chart/chart-names.ts'
import { choice } from './option.ts'

/** The formats in which `plan` and `show` print a plan. */
export const planFormats = ['text', 'json', 'html', 'svg'] as const

/** One of these formats. */
export type PlanFormat = (typeof planFormats)[number]

/** The option that chooses the picture of `--format svg`. */
export function chartOption(): ReturnType<typeof choice<PlanChart>> {
  return choice('--chart <chart>', 'Picture of --format svg: price moves by size, price grids, or the category tree', [...planCharts])
}
