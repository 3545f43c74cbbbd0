import * as fc from 'fast-check'
import { Alias, type Document, isMap, isScalar, type Node, Pair, parseDocument, Scalar, visit, type YAMLMap, YAMLSeq } from 'yaml'

const numbers = ['0', '-1', '1e999', '0x1F', '.inf', '9'.repeat(400), `1.${'3'.repeat(60)}`, '10000000', '00', '-', '1,5', '10%', '-0.000']
const dates = ['2026-02-30', '9999-99-99 99:99:99', '2026-12-01', '0000-00-00', 'yesterday']
const letters = [
  '\uD800',
  '\uDC00x',
  '\uFEFF',
  '\0',
  '\u2028',
  '\u202Ex',
  '\u001B[31m',
  '\u009B2J',
  '\u{1F600}'.repeat(30),
  'e\u0301'.repeat(40),
  '\r',
  '\t',
]
const paths = ['../x.png', '/etc/passwd', '.git/config', './', 'a\\b', 'con.png', 'http://x/y', 'x'.repeat(20_000)]
const names = [
  'constructor',
  '__proto__',
  'toString',
  'default',
  '',
  ' ',
  '0',
  '<<',
  '{sku}-{size}',
  '{',
  '${HOME}',
  'key: ${A}',
  'a=b,c',
  'TEE ',
]
/** Words with a meaning in some field. */
const words = [...numbers, ...dates, ...letters, ...paths, ...names]

const tags = ['!remove', '!replace', '!!float', '!!binary', '!x', 'tag:yaml.org,2002:set']
const ways = ['swap', 'kind', 'word', 'word', 'key', 'double', 'move', 'drop', 'alias', 'tag', 'merge', 'deep', 'wide'] as const

/** One damage to a document. */
export interface Damage {
  readonly how: (typeof ways)[number]
  /** The place, and a second one, as fractions of the document. */
  readonly at: number
  readonly to: number
  readonly dice: number
}

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
/** A few damages to one document. */
export const anyDamages: fc.Arbitrary<Damage[]> = fc.array(
  fc.record({ how: fc.constantFrom(...ways), at: part, to: part, dice: fc.nat(10_000) }),
  { minLength: 1, maxLength: 5 },
)

interface Place {
  readonly map: YAMLMap
  readonly pair: Pair
}

/**
 * A document that is still YAML, but whose keys and values are exchanged, duplicated, moved, renamed, converted to another kind,
 * aliased, tagged, nested or repeated, so that the damage gets past the parser.
 */
export function damaged(text: string, damages: readonly Damage[]): string {
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'error' })
  for (const damage of damages) harm(document, damage)
  try {
    return document.toString({ lineWidth: 0 })
  } catch {
    // An alias that lost its anchor cannot be written.
    return `${text}\n*lost`
  }
}

function harm(document: Document.Parsed, damage: Damage): void {
  const places = placesIn(document)
  const one = places[Math.floor(damage.at * places.length)]
  const other = places[Math.floor(damage.to * places.length)]
  if (one && other) harms[damage.how](one, { other, document, dice: damage.dice })
}

function placesIn(document: Document.Parsed): Place[] {
  const places: Place[] = []
  visit(document, {
    Map: (_, map) => {
      for (const pair of map.items) places.push({ map, pair })
    },
  })
  return places
}

interface Circumstances {
  readonly other: Place
  readonly document: Document.Parsed
  readonly dice: number
}

const harms: Readonly<Record<Damage['how'], (place: Place, circumstances: Circumstances) => void>> = {
  swap: ({ pair }, { other }) => ([pair.value, other.pair.value] = [copyOf(other.pair.value), copyOf(pair.value)]),
  kind: ({ pair }, { dice, document }) => (pair.value = document.createNode(kinds[dice % kinds.length]) ?? null),
  word: ({ pair }, { dice }) => (pair.value = new Scalar(wordAt(dice))),
  key: ({ pair }, { dice, other }) => (pair.key = dice % 2 === 0 ? new Scalar(wordAt(dice)) : other.pair.key),
  double: ({ map, pair }) => map.items.push(new Pair(pair.key, copyOf(pair.value))),
  move: ({ pair }, { other }) => other.map.items.push(new Pair(pair.key, copyOf(pair.value))),
  drop: ({ map, pair }) => map.items.splice(map.items.indexOf(pair), 1),
  alias: ({ pair }, { other, dice }) => (other.pair.value = aliasOf(pair, dice)),
  tag: ({ pair }, { dice }) => {
    if (isNode(pair.value)) pair.value.tag = tags[dice % tags.length] ?? '!x'
  },
  merge: ({ map, pair }, { dice }) => map.items.push(new Pair(new Scalar('<<'), aliasOf(pair, dice))),
  deep: ({ pair }, { dice }) => {
    for (let level = dice % 150; level > 0; level--) {
      const list = new YAMLSeq()
      list.flow = true
      list.items.push(pair.value)
      pair.value = list
    }
  },
  wide: ({ pair }, { dice }) => {
    const list = new YAMLSeq()
    list.flow = dice % 2 === 0
    const count = isScalar(pair.value) ? dice % 300 : 3
    for (let index = 0; index < count; index++)
      list.items.push(isScalar(pair.value) ? new Scalar(`${String(pair.value.value)}${index}`) : copyOf(pair.value))
    pair.value = list
  },
}

const kinds = [
  'x',
  '',
  {},
  [],
  { a: 'x' },
  ['x', ['y']],
  { file: 'x' },
  { default: ['1', '2'] },
  [{ a: 'b' }],
  { entries: [{ price: 'x' }] },
]

/** A document with one value in two places could contain itself. */
function copyOf(value: unknown): unknown {
  return isNode(value) ? value.clone() : value
}

function wordAt(dice: number): string {
  return words[dice % words.length] ?? ''
}

function aliasOf({ value }: Pair, dice: number): Node | null {
  if (!isNode(value)) return null
  value.anchor ??= `a${dice}`
  return new Alias(value.anchor)
}

function isNode(value: unknown): value is Scalar | YAMLMap | YAMLSeq {
  return isScalar(value) || isMap(value) || value instanceof YAMLSeq
}
