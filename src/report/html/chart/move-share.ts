/**
 * The share of the old price by which a price moves: 0.2 for a ratio of 1.2, -0.2 for 0.8. To nine digits, so that a move of exactly 20 % is
 * neither a little more nor less: 1.2 - 1 is not 0.2 in binary fractions.
 */
export function moveShare(ratio: number): number {
  return Math.round((ratio - 1) * 1e9) / 1e9
}
