import * as fc from 'fast-check'
import { Document, isCollection, isScalar, type Node, type Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml'

const plain = ['Tee', 'a b', 'Peru', "it's", 'ümlaut', '漢字', 'a\\b', 'tab\there', 'x'.repeat(150), 'long '.repeat(40).trim()]
const odd = [
  '007',
  '1e5',
  'yes',
  'null',
  '~',
  '',
  ' x',
  'x ',
  'a: b',
  'a #b',
  '#a',
  '- a',
  '-5',
  '-x',
  '?',
  ':',
  '{a}',
  '[a]',
  'a, b',
  '"q"',
]
const signs = ['&a', '*a', '!t', '|', '>', '%', '@', '`', '2026-12-01', 'true', '19.95', '${KEY}', '\u2028', '<<', '---', '...', 'key:']
const tall = ['two\nlines', '\n', 'end\n', 'end\n\n\n', ' led\n \nend\n\n', '  lead\nb', 'a\n\n\nb']
const words = fc.constantFrom(...plain, ...odd, ...signs, ...tall)

type Value = string | readonly Value[] | ReadonlyMap<string, Value>

const keyOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names) },
    words.filter((word) => word !== '' && word !== '__proto__'),
  )

const fieldNames = [
  'title',
  'price',
  'slug',
  'meta_title',
  'inventory',
  'pricing',
  'options',
  'variants',
  'attributes',
  'extra_images',
  'inactive',
] as const
const innerNames = ['quantity', 'breaks', 'prices', 'default', 'values', 'label', 'matrix', 'each', 'list', 'override', 's', 'm'] as const

const map = (names: readonly string[], value: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.uniqueArray(fc.tuple(keyOf(names), value), { selector: ([key]) => key, maxLength: 5 }).map((entries) => new Map(entries))

const inner: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    map(innerNames, tie('value')),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).value

const sections = ['products', 'groups', 'categories', 'price_lists', 'webhooks', 'defaults', 'stores'] as const

const tree = map(sections, map(['TEE', 'MUG', 'dealer'], map(fieldNames, inner)))

/** How a tree is written: random numbers for its styles, comments and blank lines. */
const style = fc.record({ seed: fc.nat(), indent: fc.integer({ min: 1, max: 5 }), spread: fc.integer({ min: 0, max: 30 }) })

/**
 * Documents in every style: flow and block, all ways to quote, comments and blank lines everywhere, with the keys of a
 * catalogue and any others, aliases included. Their content need not make sense.
 */
export const anyDocument: fc.Arbitrary<string> = fc.tuple(tree, style).map(([value, { seed, indent, spread }]) => {
  const next = diceOf(seed)
  const document = new Document(value, { schema: 'failsafe' })
  const anchors: string[] = []
  visit(document, {
    Node: (place, node: Node) => {
      if (isScalar(node) || isCollection(node))
        dress(node, { next, spread, place: place === 'key' ? 'key' : place === null ? 'top' : 'value' })
    },
    Pair: (_, pair) => {
      if (next() >= spread || !isScalar(pair.value) || anchors.length > 3) return
      const name = `a${anchors.length}`
      anchors.push(name)
      pair.value.anchor = name
    },
  })
  return document.toString({ indent, lineWidth: next() < 30 ? 40 : 0, indentSeq: next() < 50, flowCollectionPadding: next() < 50 })
})

interface Dressing {
  readonly next: () => number
  readonly spread: number
  readonly place: 'key' | 'top' | 'value'
}

/** Gives a node random comments, a blank line and a style. */
function dress(node: Scalar | YAMLMap | YAMLSeq, { next, spread, place }: Dressing): void {
  if (next() < spread) node.commentBefore = ` c${next()}`
  if (next() < spread && place !== 'key') node.comment = ` d${next()}`
  if (next() < spread) node.spaceBefore = true
  if (isCollection(node)) node.flow = place !== 'top' && next() < 30
  else if (next() < 50) node.type = scalarTypes[next() % (place === 'key' ? 3 : scalarTypes.length)] ?? 'PLAIN'
}

/** Numbers from 0 to 99, the same for the same seed. */
function diceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % 100
  }
}

const scalarTypes = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const
