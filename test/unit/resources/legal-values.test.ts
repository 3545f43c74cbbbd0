import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasLegalValues, illegalAt, isLegal } from '../../../src/resources/legal-text.ts'
import { readYaml } from '../../../src/yaml/read-yaml.ts'

const odd = ['\u0000', '\u0007', '\u001B', '\uD83D', '\uDE00', '\uFFFE', '😀', '\\', '\\x01', '\n', '\t', '"', 'é', 'a']

function hasLegal(yaml: string): boolean {
  return hasLegalValues({ text: yaml, bytes: Buffer.from(yaml) })
}

/** A scalar as YAML has it: in double quotes with escapes, in single quotes, or plain. */
const anyScalar = fc.record({
  value: fc
    .array(fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...odd) }, { weight: 2, arbitrary: fc.string({ maxLength: 9 }) }), {
      maxLength: 4,
    })
    .map((parts) => parts.join('')),
  form: fc.constantFrom(
    (value: string) => JSON.stringify(value),
    (value: string) => `"${value.replaceAll('"', '')}"`,
    (value: string) => `'${value.replaceAll("'", "''")}'`,
    (value: string) => value,
  ),
})

test('law: a decoded text is legal exactly where no character of it is illegal', () => {
  const found = { legal: 0, illegal: 0 }
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 6 }), (parts) => {
      const text = parts.join('').toWellFormed()

      const known = isLegal({ text, bytes: Buffer.from(text) })

      expect(known).toBe(illegalAt(text) < 0)
      found[known ? 'legal' : 'illegal'] += 1
    }),
    { numRuns: 2_000 },
  )

  expect(Math.min(found.legal, found.illegal)).toBeGreaterThan(200)
})

test('in a document whose values are legal every value can be written as XML', () => {
  const found = { legal: 0, unknown: 0, illegal: 0 }
  fc.assert(
    fc.property(fc.array(anyScalar, { minLength: 1, maxLength: 3 }), (scalars) => {
      const yaml = scalars.map(({ value, form }, index) => `k${index}: ${form(value)}\n`.toWellFormed()).join('')
      const { root } = readYaml('a.yaml', yaml)

      const areLegal = hasLegal(yaml)

      const entries = root?.kind === 'map' ? [...root.entries.values()] : []
      const texts = entries.map(({ value }) => (value.kind === 'scalar' ? value.text : ''))
      const isIllegal = texts.some((text) => illegalAt(text) >= 0)
      expect(areLegal && isIllegal).toBe(false)
      found[areLegal ? 'legal' : isIllegal ? 'illegal' : 'unknown'] += 1
    }),
    { numRuns: 3_000, seed: 1 },
  )

  expect(found.legal).toBeGreaterThan(300)
  expect(found.illegal).toBeGreaterThan(300)
})

test.each(['a: b\n', 'a: 😀\n', 'a: "<p class=\\"x\\">\\n\\ttext</p>"\n', 'a: C:\\dir\n', 'a: é ü 漢\r\n'])(
  'the values of %j are legal',
  (yaml) => {
    expect(hasLegal(yaml)).toBe(true)
  },
)

test.each([
  'a: "\\0"\n',
  'a: "\\x1B[2J"\n',
  'a: "\\uD800"\n',
  'a: "\\U0001F600"\n',
  'a: \u0001\n',
  'a: \uFFFE\n',
  'a: \uFFFF\n',
  'a: C:\\\\x\n',
])('of the values of %j that is not known', (yaml) => {
  expect(hasLegal(yaml)).toBe(false)
})
