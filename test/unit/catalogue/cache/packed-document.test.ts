import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packDocument, unpackDocument } from '../../../../src/catalogue/cache/packed-document.ts'
import { inMemory } from '../../../../src/catalogue/cache/stored-bytes.ts'
import { readYaml } from '../../../../src/yaml/read-yaml.ts'
import type { MapEntry, SourceNode } from '../../../../src/yaml/source-node.ts'

const full = process.env['PLANOGRAM_FULL'] === '1'

/** Every value in hand, none lazy. */
function spread(node: SourceNode): unknown {
  const { kind, start, end } = node
  if (node.kind === 'scalar') return { kind, start, end, text: node.text }
  if (node.kind === 'list') return { kind, start, end, items: node.items.map(spread) }
  const entries = [...node.entries].map(([name, { key, value }]: [string, MapEntry]) => [name, key, spread(value)])
  return { kind, start, end, entries }
}

describe('a packed document', () => {
  test('is the document, places and all', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('007', 'a: b', 'Größe 😀', '${KEY}'))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.string({ minLength: 1 }), tie('tree'), { maxKeys: 4 }),
      ),
    }))
    let packs = 0

    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('products', 'groups', 'expect'), tree), (value) => {
        const { root, problems } = readYaml('a.yaml', JSON.stringify(value))
        fc.pre(root !== null && problems.length === 0)
        const packed = root && packDocument(root)
        packs += 1
        expect(packed && spread(unpackDocument(inMemory(packed)))).toEqual(root && spread(root))
      }),
      { numRuns: full ? 5000 : 200 },
    )

    expect(packs).toBeGreaterThan(100)
  })

  test('keeps the order of keys that look like numbers', () => {
    const { root } = readYaml('a.yaml', 'products:\n  "10": { title: b }\n  "2": { title: a, "1": x }\n')
    const packed = root && packDocument(root)

    expect(packed && spread(unpackDocument(inMemory(packed)))).toEqual(root && spread(root))
  })

  test('is not made of a document with aliases of maps, or with marks of an overlay', () => {
    const texts = ['products:\n  A: &a { title: x }\n  B: *a\n', 'products:\n  A: !remove\n']

    const packed = texts.map((text) => {
      const { root } = readYaml('a.yaml', text, true)
      return root && packDocument(root)
    })

    expect(packed).toEqual([undefined, undefined])
  })
})
