import { type PlanChart, planCharts } from '../report/html/chart/chart-names.ts'
import { choice, limited } from './option.ts'

/** The formats of a plan; the first is the default. */
export const planFormats = ['text', 'json', 'html', 'svg', 'markdown', 'github', 'gitlab', 'junit'] as const

/** The option that chooses the picture of `--format svg`. */
export function chartOption(): ReturnType<typeof choice<PlanChart>> {
  return limited(
    choice('--chart <chart>', 'Picture of --format svg: price moves by size, price grids, or the category tree', [...planCharts]),
    {
      needs: { option: 'format', value: 'svg' },
    },
  )
}
