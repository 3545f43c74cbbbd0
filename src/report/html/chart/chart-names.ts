/** The pictures of a plan: price moves by size, the price grids with the largest moves, the categories before and after. */
export const planCharts = ['histogram', 'prices', 'categories'] as const

/** The name of a picture of a plan. */
export type PlanChart = (typeof planCharts)[number]
