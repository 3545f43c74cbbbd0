/** Random numbers from a seed: the same seed gives the same numbers (mulberry32). */
export interface Dice {
  /** From 0 up to, but not including, `sides`. */
  roll(sides: number): number
  pick<T>(from: readonly T[]): T
  /** True one time in `of`. */
  once(of: number): boolean
}

export function diceWith(seed: number): Dice {
  let state = seed >>> 0
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides)
  }
  return {
    roll,
    pick: (from) => {
      const found = from[roll(from.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    once: (of) => roll(of) === 0,
  }
}

const ofGrammar =
  'order_number status order_date delivery_date total_numeric archived AND or NOT isnull ISNULL(status) NOW NOW() INTERVAL DAY month YEAR = != > >= < <= ( ) + - 0 1 12.5 \'a\' "b"'
const ofSql =
  "nope rowid _id sqlite_master Status <> == * / % , ; . -- /* */ || ? :a @a 1. .5 1e5 0x1F 99999999999999999999 'it''s' '\\'' ' \" \\ ` [ ] { $ LIKE IN BETWEEN IS NULL SELECT UNION FROM TRUE GLOB MATCH CASE CAST EXISTS randomblob(9) é \u{1F600} \uD800 \u202E \uFF1D"
const words = `${ofGrammar} ${ofSql}`.split(' ').concat('\0', '\u00A0', '\n', '\t', 'INTERVAL 3 MONTH')

/** Words of SQL and of the grammar in any order; about half of the texts use only the grammar, so that some are accepted. */
export function randomTokens(dice: Dice): string {
  const near = [
    "status = 'a'",
    'order_date > NOW()',
    'total_numeric',
    'archived',
    '=',
    '>',
    '1',
    'AND',
    'OR',
    'NOT',
    '(',
    ')',
    'NOW()',
    'ISNULL(status)',
  ]
  const pool = dice.once(2) ? near : words
  const count = 1 + dice.roll(12)
  return Array.from({ length: count }, () => dice.pick(pool)).join(dice.once(6) ? '' : ' ')
}
