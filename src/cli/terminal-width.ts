import type { Output } from './surroundings.ts'

/** The columns of text that is not for a terminal, and of a terminal that does not report its size. */
export const usualColumns = 80

/** The columns of an output; `undefined` where it is not a terminal. A terminal without a size reports 0 columns, or none. */
export function columnsOf({ isTTY, columns = 0 }: Output): number | undefined {
  if (columns > 0) return columns
  return isTTY === true ? usualColumns : undefined
}
