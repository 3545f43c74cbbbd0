import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentValue } from '../../../../src/yaml/document-value.ts'
import { flowText, pairLines } from '../../../../src/yaml/edit/value-lines.ts'
import { readYaml } from '../../../../src/yaml/read-yaml.ts'
import { type Plain, plainOf } from '../../../../src/yaml/source-node.ts'
import { key, oddTexts, text } from '../../../support/odd-texts.ts'

function readBack(yaml: string): Plain | string {
  const { root, problems } = readYaml('a.yaml', yaml)
  return root ? plainOf(root) : `broken: ${problems.map(({ message }) => message).join()}`
}

/** Values as texts, maps in the order of their keys. */
function plainValue(value: DocumentValue): unknown {
  if (typeof value === 'string') return value
  if (value instanceof Map) return [...value].map(([name, each]) => [name, plainValue(each)])
  return Array.isArray(value) ? value.map(plainValue) : value
}

function plainTree(value: Plain): unknown {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(plainTree) : Object.entries(value).map(([name, each]) => [name, plainTree(each)])
}

test.each(oddTexts)('%j reads back as itself, as a value, in a list, in a map and below a comment', (each) => {
  const canonical = each.replaceAll(/\r\n?/g, '\n').trim()

  const yaml = [
    'a:',
    ...pairLines(['v', canonical], 2),
    `  l: ${flowText([canonical, canonical])}`,
    '  # end',
    `  m: ${flowText(new Map([['x', canonical]]))}`,
  ]

  expect(readBack(`${yaml.join('\n')}\n`)).toEqual({ a: { v: canonical, l: [canonical, canonical], m: { x: canonical } } })
})

test('any text reads back as itself, and so does any key', () => {
  const canonical = text.map((each) => each.replaceAll(/\r\n?/g, '\n').trim())
  const value = fc.letrec<{ value: DocumentValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      canonical,
      fc.array(canonical, { maxLength: 3 }),
      fc
        .uniqueArray(
          fc.tuple(
            key.filter((each) => !/^\d+$/.test(each)),
            tie('value'),
          ),
          { maxLength: 3, selector: ([name]) => name },
        )
        .map((pairs) => new Map(pairs)),
    ),
  })).value

  fc.assert(
    fc.property(
      key.filter((each) => !/^\d+$/.test(each)),
      value,
      (name, given) => {
        const read = readBack(`${pairLines([name, given], 0).join('\n')}\n`)

        expect(typeof read === 'string' ? read : plainTree(read)).toEqual(plainValue(new Map([[name, given]])))
      },
    ),
    { numRuns: 500 },
  )
})

test('what YAML of any version misreads is quoted, what reads as itself is not', () => {
  const quoted = ['007', 'no', '1e5', '2026-12-01', 'null', 'a: b', "it's", '10%'].map((each) => pairLines(['k', each], 0)[0])
  const keys = ['0', 'yes', 'M6', 'a b'].map((each) => pairLines([each, 'x'], 0)[0])

  expect(quoted).toEqual(["k: '007'", "k: 'no'", "k: '1e5'", "k: '2026-12-01'", "k: 'null'", "k: 'a: b'", "k: it's", 'k: 10%'])
  expect(keys).toEqual(["'0': x", "'yes': x", 'M6: x', 'a b: x'])
})

test('short maps are written on one line, tall ones are not, and texts of several lines are literal blocks', () => {
  const map = new Map<string, DocumentValue>([
    ['categories', new Map([['tees', { bare: '10' }]])],
    ['comment', '<p>One</p>\n\n<p>Two</p>'],
    ['options', new Map([['size', new Map([['values', new Map([['s', 'Small']])]])]])],
    ['extra_images', ['a'.repeat(60), 'b'.repeat(60)]],
  ])

  const lines = pairLines(['TEE', map], 2, true)

  expect(lines.join('\n')).toBe(`  TEE:
    categories: { tees: 10 }
    comment: |-
      <p>One</p>

      <p>Two</p>
    options:
      size: { values: { s: Small } }
    extra_images:
      - ${'a'.repeat(60)}
      - ${'b'.repeat(60)}`)
})
