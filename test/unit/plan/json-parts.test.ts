import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonBroken, type JsonPart, openJsonParts } from '../../../src/plan/json-parts.ts'
import { isWhole } from '../../support/whole.ts'

const lists = new Set(['changes', 'steps'])
const numRuns = isWhole ? 5_000 : 250

function partsOf(pieces: readonly string[]): JsonPart[] {
  const parts = openJsonParts(lists)
  const found = pieces.flatMap((piece) => [...parts.push(piece)])
  parts.end()
  return found
}

/** The object that parts give, or `null` where the text is refused. */
function objectOf(pieces: readonly string[]): Record<string, unknown> | null {
  const members = new Map<string, unknown>()
  const elements = new Map<string, unknown[]>()
  try {
    for (const part of partsOf(pieces)) {
      if (part.kind === 'element') elements.get(part.name)?.push(part.value)
      else if (part.kind === 'member') members.set(part.name, part.value)
      else {
        elements.set(part.name, [])
        members.set(part.name, elements.get(part.name))
      }
    }
  } catch (error) {
    if (error instanceof JsonBroken) return null
    throw error
  }
  return Object.fromEntries(members)
}

/** What `JSON.parse` makes of an object, or `null` where it refuses the text or it is not an object. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    return null
  }
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end))
}

const names = fc.constantFrom('changes', 'steps', 'plan_hash', '__proto__', 'a"b\\', '')
const values = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constantFrom<fc.JsonValue>('\\', '"', '[{', '\u{1F455}', '\u2028'))
const spaced = fc
  .tuple(fc.array(fc.tuple(names, values)), fc.constantFrom('', ' ', '\n\t', '\r\n  '))
  .map(
    ([members, space]) =>
      `${space}{${members.map(([name, value]) => `${space}${JSON.stringify(name)}${space}:${JSON.stringify(value, null, space)}${space}`).join(',')}}${space}`,
  )

/** Objects whose lists have elements on lines of their own, as a plan file has, and elements of several lines. */
const lined = fc.array(fc.tuple(names, fc.array(fc.tuple(values, fc.constantFrom('', '  ')))), { minLength: 1 }).map((members) => {
  const texts = members.map(([name, elements]) => {
    const lines = elements.map(([value, space]) => `\n    ${JSON.stringify(value, null, space)}`)
    return `${JSON.stringify(name)}: [${lines.join(',')}\n  ]`
  })
  return `{\n  ${texts.join(',\n  ')}\n}\n`
})
const texts = fc.oneof(spaced, lined)
const places = fc.array(fc.nat(10_000), { maxLength: 30 })

test('law: however a text is cut, the parts are what JSON.parse gives', () => {
  let split = 0

  fc.assert(
    fc.property(texts, places, (text, at) => {
      split += partsOf([text]).filter(({ kind }) => kind === 'element').length
      expect(objectOf(cut(text, at))).toEqual(parsed(text))
      expect(objectOf(text.split(''))).toEqual(parsed(text))
    }),
    { numRuns },
  )

  expect(split).toBeGreaterThan(numRuns / 10)
}, 120_000)

test('law: a damaged text is refused where JSON.parse refuses it, and only there', () => {
  const word = fc.constantFrom('"', '{', '}', '[', ']', ',', ':', '\\', 'null', '1e9', '-', ' ', 'x', '\uFEFF', '\u00A0', '')
  const damage = fc.record({ at: fc.nat(200), length: fc.nat(6), by: word })
  const seen = { read: 0, refused: 0 }

  fc.assert(
    fc.property(texts, fc.array(damage, { minLength: 1, maxLength: 3 }), places, (text, damages, at) => {
      const damaged = damages.reduce((left, { at: from, length, by }) => left.slice(0, from) + by + left.slice(from + length), text)
      const expected = parsed(damaged)
      seen[expected === null ? 'refused' : 'read'] += 1
      expect(objectOf(cut(damaged, at))).toEqual(expected)
    }),
    { numRuns: numRuns * 2 },
  )

  expect([seen.read > numRuns / 20, seen.refused > numRuns / 20]).toEqual([true, true])
}, 120_000)

test('punctuation that is missing, repeated or in the wrong place is refused', () => {
  const texts = [
    '{"a":1,}',
    '{"steps":[1,]}',
    '{"steps":[,1]}',
    '{"steps":[1 2]}',
    '{"steps":[1,,2]}',
    '{"steps":[1}',
    '{"steps":[1]]}',
    '{,}',
    '{"a" 1}',
    '{"a"::1}',
    '{"a":}',
    '{"a":1 "b":2}',
    '{"a":[1}}',
    '{a:1}',
    '{1:2}',
    '{"a":1}x',
    '{} {}',
    '[]',
    '"a"',
    '',
  ]

  const refused = texts.filter((text) => objectOf([text]) === null)

  expect(refused).toEqual(texts)
  expect(texts.filter((text) => parsed(text) === null)).toEqual(texts)
})

test('every end of a text that comes too early is refused', () => {
  const text = '{"plan_hash":"a\\"b","changes":[{"x":[1,true,null]},{}],"steps":[]}'

  const refused = Array.from({ length: text.length }, (_, end) => objectOf([text.slice(0, end)]))

  expect(refused).toEqual(refused.map(() => null))
  expect(objectOf([text])).not.toBeNull()
})

function deep(depth: number, end = ''): string {
  return `{"steps":[${end}${'['.repeat(depth)}${']'.repeat(depth)}${end}]}`
}

test('a value that nests deeper than any plan is refused before a stack is full', () => {
  expect([objectOf([deep(64)]) === null, objectOf([deep(65)]), objectOf([deep(1_000_000)])]).toEqual([false, null, null])
  expect([objectOf([deep(64, '\n')]) === null, objectOf([deep(65, '\n')]), objectOf([deep(1_000_000, '\n')])]).toEqual([false, null, null])
})

test('a list of many elements on one line is read without a look at the rest of the line for each of them', () => {
  const count = 2_000_000

  const text = `{"steps":[${'1,'.repeat(count)}1]}`

  expect(partsOf([text])).toHaveLength(count + 2)
})
