import { OperationalError } from '../errors.ts'

/** Which numbers an option of the library can have. */
interface NumberRange {
  readonly least: number
  /** Default: any. */
  readonly most?: number
  /** False for one that can have a fraction; default true. */
  readonly isWhole?: boolean
}

/** Throws `wrong-usage` for an option that is not such a number; one that is left out has its default. */
export function checkNumber(
  option: string,
  value: number | undefined,
  { least, most = Number.MAX_SAFE_INTEGER, isWhole = true }: NumberRange,
): void {
  if (value === undefined) return
  const isNumber = isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)
  if (isNumber && value >= least && value <= most) return
  const kind = isWhole ? 'a whole number' : 'a number'
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`
  throw new OperationalError('wrong-usage', `The option \`${option}\` is ${String(value)}, which is not ${kind} ${range}.`, {
    fix: 'Pass such a number, or leave the option out for its default.',
  })
}
