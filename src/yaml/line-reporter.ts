/** Receives which part of some work is done, from 0 to 1. */
export type OnPart = (part: number) => void

/** Reports to nobody. */
export const unreported: OnPart = () => undefined

const linesPerReport = 1_000

/** A function that receives the offset of each line that is parsed, and reports after each 1000 lines which part of the text that is. */
export function lineReporter(length: number, onPart: OnPart): (offset: number) => void {
  let lines = 0
  return (offset) => {
    lines += 1
    if (lines % linesPerReport === 0) onPart(Math.min(1, offset / length))
  }
}

/** The reporter of a part of the work, which begins after `from` of the whole and ends at `to`. */
export function within(onPart: OnPart, from: number, to: number): OnPart {
  return onPart === unreported ? unreported : (part) => onPart(from + part * (to - from))
}
