import { shortestDecimal } from '../resources/scalar.ts'

/** A decimal as a whole number of units of 10^-places. */
interface Scaled {
  readonly units: bigint
  readonly places: number
}

function scaled(text: string): Scaled | undefined {
  const plain = shortestDecimal(text.trim())
  if (plain === undefined) return undefined
  const [whole = '0', fraction = ''] = plain.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}

/** Two decimals in the same unit, 10^-places. */
interface Aligned {
  readonly a: bigint
  readonly b: bigint
  readonly places: number
}

function aligned(left: string, right: string): Aligned | undefined {
  const [a, b] = [scaled(left), scaled(right)]
  if (!a || !b) return undefined
  const places = Math.max(a.places, b.places)
  return { a: a.units * 10n ** BigInt(places - a.places), b: b.units * 10n ** BigInt(places - b.places), places }
}

function plainText(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const cut = digits.length - places
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`
  return shortestDecimal(text.endsWith('.') ? text.slice(0, -1) : text) ?? text
}

/** Decimals of at most 15 digits: as floating point numbers they are different, and in the same order. */
const short = /^\d{1,9}(?:\.\d{1,6})?$/

/** Compares two decimal texts exactly: negative, 0 or positive; `undefined` where one of them is not a decimal. */
export function compareDecimals(left: string, right: string): number | undefined {
  if (short.test(left) && short.test(right)) return Math.sign(Number(left) - Number(right))
  const both = aligned(left, right)
  return both && (both.a < both.b ? -1 : both.a > both.b ? 1 : 0)
}

/** `left - right`, exact, in the shortest plain form; `undefined` where one of them is not a decimal. */
export function subtractDecimals(left: string, right: string): string | undefined {
  const both = aligned(left, right)
  return both && plainText(both.a - both.b, both.places)
}

/** `left + right`, exact, in the shortest plain form; `undefined` where one of them is not a decimal. */
export function addDecimals(left: string, right: string): string | undefined {
  const both = aligned(left, right)
  return both && plainText(both.a + both.b, both.places)
}

/** `left x right`, exact, in the shortest plain form; `undefined` where one of them is not a decimal. */
export function multiplyDecimals(left: string, right: string): string | undefined {
  const a = scaled(left)
  const b = scaled(right)
  return a && b ? plainText(a.units * b.units, a.places + b.places) : undefined
}

/** The decimal rounded half up to `places` (`0.125` to `0.13`, `-0.125` to `-0.12`); `undefined` where the text is not a decimal. */
export function roundHalfUp(text: string, places: number): string | undefined {
  const exact = scaled(text)
  if (!exact) return undefined
  if (exact.places <= places) return plainText(exact.units, exact.places)
  const step = 10n ** BigInt(exact.places - places)
  const raised = 2n * exact.units + step
  const rest = ((raised % (2n * step)) + 2n * step) % (2n * step)
  return plainText((raised - rest) / (2n * step), places)
}

/** The nearest multiple of `step`, half away from zero; `undefined` where a text is not a decimal or the step is not above 0. */
export function roundToMultiple(text: string, step: string): string | undefined {
  const both = aligned(text, step)
  if (!both || both.b <= 0n) return undefined
  const { a: units, b: stepUnits, places } = both
  const size = units < 0n ? -units : units
  const rounded = ((2n * size + stepUnits) / (2n * stepUnits)) * stepUnits
  return plainText(units < 0n ? -rounded : rounded, places)
}

/**
 * The change from one value to another in per cent, rounded half away from zero to one place (`-12.5`, `33.3`, `0`); `undefined` where
 * the first is zero or a text is not a decimal.
 */
export function percentMoved(before: string, after: string): string | undefined {
  const both = aligned(before, after)
  if (!both || both.a === 0n) return undefined
  const from = both.a
  const moved = both.b - from
  const size = from < 0n ? -from : from
  const doubled = ((moved < 0n ? -moved : moved) * 2000n + size) / (2n * size)
  return plainText(moved < 0n ? -doubled : doubled, 1)
}
