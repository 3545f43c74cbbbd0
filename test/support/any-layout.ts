import * as fc from 'fast-check'

/** Choices of a document: each is a number below its limit. The last ones of a shorter list are 0, so that shrinking makes it plain. */
type Choose = (limit: number) => number

/**
 * Documents of block maps and lists as people write them: any indentation, comments and blank lines anywhere, texts in all styles and on
 * several lines, braces and brackets on several lines, CR LF. Most are right; some have an error of indentation or a comment that ends a text.
 */
export const anyLayout: fc.Arbitrary<string> = fc
  .array(fc.nat({ max: 9_999 }), { minLength: 10, maxLength: 250 })
  .map((numbers) => layOut(numbers))

function layOut(numbers: readonly number[]): string {
  let next = 0
  const choose: Choose = (limit) => (numbers[next++] ?? 0) % limit
  const style = choose(12)
  const text = [...head(choose), ...mapLines({ choose, depth: 0, indent: 0 })].join('\n')
  const ended = choose(6) === 5 ? text : `${text}\n${['', '', '# end\n', '\n\n', '  # end\n', '  '][choose(6)]}`
  return style === 11 ? ended.replaceAll('\n', '\r\n') : ended
}

interface Place {
  readonly choose: Choose
  readonly depth: number
  readonly indent: number
}

const keys = [
  'title',
  'price',
  'a',
  'TEE-1',
  '007',
  '10',
  'key with spaces',
  'a,b',
  'x[0]',
  "it's",
  'ümlaut',
  '漢字',
  'http://x',
  '-1',
  'a#b',
  'yes',
  'null',
  '${HOST}',
]
const words = [
  'Tee',
  '${KEY}',
  'a${B}c ${D}',
  '007',
  '1e5',
  'yes',
  '2026-12-01',
  '-5',
  'a b  c',
  "it's",
  'say "x"',
  'http://x/y#z',
  'a:b',
  '漢字 😀',
  '10%',
  'x'.repeat(90),
  '~a',
  'nullable',
  'tab\tin',
  '<<',
  '.5',
  '=',
  '$5',
]

function head(choose: Choose): string[] {
  return [[], [], [], ['# head'], ['', '# head', ''], ['---'], ['# head', '---', '# more'], ['  # led']][choose(8)] ?? []
}

/** Blank lines and comments, at a column of their own. */
function between({ choose, indent }: Place): string[] {
  const column = Math.max(0, indent + choose(7) - 3)
  const comment = `${' '.repeat(column)}# c${choose(9)}`
  return (
    [[], [], [], [], [], [''], [comment], ['', comment], [comment, ''], [comment, `${' '.repeat(indent)}# d`], ['   ']][choose(11)] ?? []
  )
}

function mapLines(place: Place): string[] {
  const { choose, indent } = place
  const count = 1 + choose(4)
  return Array.from({ length: count }, (_, index) => {
    const name = `${keys[choose(keys.length)]}${choose(20) === 19 ? '' : index}`
    const key = [name, name, name, `"${name}"`, `'${name.replaceAll("'", "''")}'`][choose(5)]
    const [first = '', ...more] = entryValue(place)
    return [`${' '.repeat(indent)}${key}:${first}`, ...more, ...between(place)]
  }).flat()
}

/** The rest of the line of a key, and the lines below it. */
function entryValue(place: Place): string[] {
  const { choose, depth, indent } = place
  const kind = depth > 4 ? 0 : choose(10)
  if (kind < 4) return leaf(place)
  const gap = [choose(8) === 7 ? ' # behind the key' : '', ...between(place)]
  const inner = { choose, depth: depth + 1, indent: indent + 1 + choose(4) }
  if (kind < 7) return [...gap, ...mapLines(inner)]
  if (kind < 9) return [...gap, ...listLines(choose(2) === 0 ? { ...inner, indent } : inner)]
  const [first = '', ...more] = leaf(inner)
  return [...gap, `${' '.repeat(inner.indent)}${first.trimStart()}`, ...more]
}

function listLines(place: Place): string[] {
  const { choose, depth, indent } = place
  return Array.from({ length: 1 + choose(3) }, () => {
    const space = ' '.repeat(1 + choose(3))
    const inner = { choose, depth: depth + 1, indent: indent + 1 + space.length }
    const dash = `${' '.repeat(indent)}-`
    const kind = depth > 4 ? 0 : choose(8)
    if (kind < 4) {
      const [first = '', ...more] = leaf(place)
      return [`${dash}${first}`, ...more, ...between(place)]
    }
    const lines = kind < 6 ? mapLines(inner) : listLines(inner)
    const [first = '', ...more] = lines
    if (kind === 7) return [dash, ...between(place), ...lines]
    return [`${dash}${space}${first.trimStart()}`, ...more, ...between(place)]
  }).flat()
}

/** A value that begins on the line of its key, with the space before it. */
function leaf(place: Place): string[] {
  const { choose } = place
  const tail = ['', '', '', ' # c', '  ', '\t', '\t# c'][choose(7)] ?? ''
  const kind = choose(14)
  if (kind < 4) return plainText(place, kind === 3, tail)
  if (kind < 6) return doubleQuoted(place, kind === 5, tail)
  if (kind < 8) return singleQuoted(place, kind === 7, tail)
  return kind < 11 ? blockText(place) : flowLines(place, tail)
}

function wordOf(choose: Choose): string {
  return words[choose(words.length)] ?? ''
}

/** The start of a line that continues a text. */
function deeper({ choose, indent }: Place): string {
  return ' '.repeat(indent + 1 + choose(3))
}

function blankLines(choose: Choose): string[] {
  return [[], [], [''], ['', '']][choose(4)] ?? []
}

function plainText(place: Place, isLong: boolean, tail: string): string[] {
  const { choose } = place
  if (!isLong) return [` ${wordOf(choose)}${tail}`]
  return [` ${wordOf(choose)}`, ...blankLines(choose), `${deeper(place)}${wordOf(choose)}`, `${deeper(place)}${wordOf(choose)}${tail}`]
}

function doubleQuoted(place: Place, isLong: boolean, tail: string): string[] {
  const { choose } = place
  const word = wordOf(choose).replaceAll('"', String.raw`\"`)
  if (!isLong) return [` "${word}"${tail}`]
  const escapes = String.raw`\t\u00e9 \x41\\`
  return [` "${word} ${escapes}  `, ...blankLines(choose), `${deeper(place)}${String.raw`more \ `}`, `${deeper(place)}end"${tail}`]
}

function singleQuoted(place: Place, isLong: boolean, tail: string): string[] {
  const { choose } = place
  const word = wordOf(choose).replaceAll("'", "''")
  return isLong ? [` '${word} `, ...blankLines(choose), `${deeper(place)}two'${tail}`] : [` '${word}'${tail}`]
}

function blockText({ choose, indent }: Place): string[] {
  const deep = ' '.repeat(indent + 1 + choose(3))
  const header = [' |', ' |-', ' >', ' >-', ' | # note', ' |+', ' |2', ' >+'][choose(8)] ?? ''
  const line = (): string =>
    ['text', 'two words', '', '  deeper', '# no comment', 'key: value', '- dash', '\ttab', ' ', 'end  '][choose(10)] ?? ''
  return [
    header,
    ...Array.from({ length: 1 + choose(5) }, () => `${deep}${line()}`.replace(/^ *$/, (blank) => (choose(2) === 0 ? '' : blank))),
  ]
}

function flowLines(place: Place, tail: string): string[] {
  const { indent } = place
  const text = flowValue(place, 0)
  return ` ${text}${tail}`.split('\n').map((line, index, all) => {
    if (index === 0) return line
    const isEnd = index === all.length - 1 && /^[}\]]/.test(line)
    return `${' '.repeat(isEnd ? indent : indent + 2)}${line}`
  })
}

function flowValue(place: Place, depth: number): string {
  const { choose } = place
  const word = (): string =>
    ['a', '1', 'two words', '"q, r"', "'it''s'", 'a:b', '-5', 'x#y', String.raw`"\n"`, '漢', '[x]', '{}', '[]'][choose(13)] ?? ''
  const kind = depth > 2 ? 0 : choose(5)
  if (kind < 2 && depth > 0) return word()
  const gap = (): string => ['', '', '', ' ', '\n', ' # c\n', '\n\n', '\n# c\n'][choose(8)] ?? ''
  const comma = (): string => `${gap()},${[' ', ' ', '', '\n'][choose(4)]}`
  const count = choose(4)
  const isMap = choose(2) === 0
  const values = Array.from({ length: count }, (_, index) => {
    const key = ['k', '"q"', "'s'", 'two words'][choose(4)]
    const name = key?.endsWith('"') ? `"q${index}"` : key?.endsWith("'") ? `'s${index}'` : `${key}${index}`
    return isMap ? `${name}:${choose(12) === 11 ? '' : ' '}${flowValue(place, depth + 1)}` : flowValue(place, depth + 1)
  })
  const inner = values.reduce((all, value) => (all === '' ? value : `${all}${comma()}${value}`), '')
  const last = count > 0 && choose(6) === 5 ? ',' : ''
  return isMap ? `{${gap()}${inner}${last}${gap()}}` : `[${gap()}${inner}${last}${gap()}]`
}
