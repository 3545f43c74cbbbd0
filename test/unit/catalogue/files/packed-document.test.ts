import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inMemory, type StoredBytes } from '../../../../src/catalogue/cache/stored-bytes.ts'
import { packScanned } from '../../../../src/catalogue/files/pack-scanned.ts'
import { openPacked, packDocument, unpackDocument } from '../../../../src/catalogue/files/packed-document.ts'
import { type PackedMap, type SourceDocument, sourceDocument } from '../../../../src/catalogue/files/source-document.ts'
import { keepTape, openTaped, tapedDocument } from '../../../../src/catalogue/files/taped-document.ts'
import { readYaml, scanStrictly } from '../../../../src/yaml/read-yaml.ts'
import type { MapEntry, SourceNode } from '../../../../src/yaml/source-node.ts'
import { anyLayout } from '../../../support/any-layout.ts'
import { isWhole } from '../../../support/whole.ts'

/** A document with every entry opened. */
function opened({ file, value, sections }: SourceDocument, open?: (map: PackedMap) => SourceNode): unknown {
  const all = [...sections].map(([section, { entries, ...rest }]) => {
    const values = [...entries].map(([key, { node, ...entry }]) => {
      const whole = node.kind === 'packed' ? open?.(node) : node
      return [key, entry, whole && plain(whole)]
    })
    return [section, rest, values]
  })
  return { file, value, all }
}

/** In the order of keys, which Map equality does not compare. */
function plain(node: SourceNode): unknown {
  const { kind, start, end } = node
  if (node.kind === 'scalar') return { kind, start, end, text: node.text }
  if (node.kind === 'list') return { kind, start, end, items: node.items.map(plain) }
  const entries = [...node.entries].map(([name, { key, value }]: [string, MapEntry]) => [name, key, plain(value)])
  return { kind, start, end, entries }
}

function openedPacked(packed: StoredBytes): unknown {
  return opened(unpackDocument('a.yaml', packed), (map) => openPacked(packed, map))
}

/** The document of a text, as it is and packed; `undefined` where it cannot be packed. */
function bothForms(text: string): readonly [unknown, unknown] | undefined {
  const { root, problems } = readYaml('a.yaml', text)
  if (root === null || problems.length > 0) return undefined
  const bytes = packDocument(root)
  const packed = bytes && inMemory(bytes)
  return [packed && openedPacked(packed), opened(sourceDocument('a.yaml', root))]
}

const layoutTexts = [
  'products:\n  "10": { title: b }\n  "2": { title: a, "1": x }\nexpect:\n  - { sku: A }\n  - B\ngroups: none\n',
  'products:\n  A: { title: "Größe 😀" }\n  B: { title: "Größe\\n" }\n  C:\n    title: |\n      x\n    # a comment\n  D: { title: \'it\'\'s\' }\n',
]
const anyDocument = fc.oneof({ arbitrary: anyLayout, weight: 20 }, fc.constantFrom(...layoutTexts))

test('a document that is read strictly is the same packed from its tape and from its nodes, with small and large numbers', () => {
  let compared = 0

  fc.assert(
    fc.property(anyDocument, fc.boolean(), (text, isLong) => {
      const long = isLong ? `${text}\n${'#'.repeat(1 << 16)}\n` : text
      const scanned = scanStrictly(long)
      if (!scanned) return
      const { root } = readYaml('a.yaml', long)
      const tape = keepTape(scanned)
      expect(tape.tape.BYTES_PER_ELEMENT).toBe(isLong ? 4 : 2)
      scanStrictly('another: [document]\n')
      expect(openedPacked(inMemory(packScanned(tape)))).toEqual(root && opened(sourceDocument('a.yaml', root)))
      compared += 1
    }),
    { numRuns: isWhole ? 2_000 : 200 },
  )

  expect(compared).toBeGreaterThan(50)
})

/** Entries of keys that have the same length and first character, in any order and at any distance from the start of the document. */
const anyLikeKeys = fc
  .tuple(
    fc.string({ unit: 'grapheme-ascii', maxLength: 7 }),
    fc.array(fc.shuffledSubarray('abcdefghijklmnopqrstuvwxyz'.split('')), { maxLength: 4 }),
  )
  .map(([comment, entries]) => {
    const maps = entries.map((letters, index) => `  P${index}: { ${letters.map((letter) => `k${letter}: ${letter}`).join(', ')} }\n`)
    return `# ${comment}\nproducts:\n${maps.join('')}`
  })

test('keys that are like keys of other entries are their own', () => {
  let compared = 0

  fc.assert(
    fc.property(anyLikeKeys, (text) => {
      const scanned = scanStrictly(text)
      if (!scanned) return
      const { root } = readYaml('a.yaml', text)
      const wanted = root && opened(sourceDocument('a.yaml', root))
      const tape = keepTape(scanned)
      expect(openedPacked(inMemory(packScanned(tape)))).toEqual(wanted)
      expect(opened(tapedDocument('a.yaml', tape), (map) => openTaped(tape, map))).toEqual(wanted)
      compared += 1
    }),
    { numRuns: isWhole ? 2_000 : 100 },
  )

  expect(compared).toBeGreaterThan(50)
})

test('a document that is kept as its tape has the same sections, entries and places as its nodes', () => {
  let compared = 0

  fc.assert(
    fc.property(anyDocument, (text) => {
      const scanned = scanStrictly(text)
      if (!scanned) return
      const tape = keepTape(scanned)
      scanStrictly('another: [document]\n')
      const { root } = readYaml('a.yaml', text)
      expect(opened(tapedDocument('a.yaml', tape), (map) => openTaped(tape, map))).toEqual(root && opened(sourceDocument('a.yaml', root)))
      compared += 1
    }),
    { numRuns: isWhole ? 2_000 : 100 },
  )

  expect(compared).toBeGreaterThan(50)
})

describe('a packed document', () => {
  test('is the document, with its places', () => {
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
        const forms = bothForms(JSON.stringify(value))
        fc.pre(forms !== undefined)
        packs += 1
        expect(forms?.[0]).toEqual(forms?.[1])
      }),
      { numRuns: isWhole ? 5000 : 200 },
    )

    expect(packs).toBeGreaterThan(100)
  })

  test('keeps the order of keys that look like numbers', () => {
    const [packed, whole] = bothForms('products:\n  "10": { title: b }\n  "2": { title: a, "1": x }\n') ?? []

    expect(JSON.stringify(packed)).toContain('"10"')
    expect(packed).toEqual(whole)
  })

  test('has references instead of the maps that are entries of sections, which print as they are', () => {
    const { root } = readYaml('a.yaml', 'products:\n  A: { title: x }\nexpect:\n  - { sku: A }\n')
    const bytes = root && packDocument(root)

    const { sections } = unpackDocument('a.yaml', inMemory(bytes ?? Buffer.alloc(0)))

    const nodes = [...sections.values()].flatMap(({ entries }) => [...entries.values()].map(({ node }) => node))
    expect(nodes.map(({ kind }) => kind)).toEqual(['packed', 'packed'])
    expect(nodes).toEqual(JSON.parse(JSON.stringify(nodes)))
  })

  test('is not made of a document with aliases of maps, or with marks of an overlay', () => {
    const texts = ['products:\n  A: &a { title: x }\n  B: *a\n', 'products:\n  A: !remove\n']

    const packed = texts.map((text) => {
      const { root } = readYaml('a.yaml', text, { isOverlay: true })
      return root && packDocument(root)
    })

    expect(packed).toEqual([undefined, undefined])
  })
})
