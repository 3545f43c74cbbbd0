import { type Arbitrary, array, assert, boolean, constantFrom, integer, oneof, property, stringMatching, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { maskAddresses, maskSecrets } from '../../../../src/emulator/http/mask-secrets.ts'

/** It has no character of a percent-escape, so that it is readable however often the text around it is encoded. */
const marker = 'SZTXRZQT'

/** Percent-encodes the characters of a text for which `chosen` is not 0, so many times. */
function spelled(text: string, chosen: readonly number[]): string {
  return Array.from(text).reduce((seen, character, at) => {
    let each = character
    for (let left = chosen[at % chosen.length] ?? 0; left > 0; left -= 1)
      each = each === character ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}` : each.replaceAll('%', '%25')
    return seen + each
  }, '')
}

const times = array(integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 8 })
const spelling = (text: string): Arbitrary<string> => times.map((chosen) => spelled(text, chosen))
const plain = stringMatching(/^[a-z0-9.,*+ -]{0,8}$/)
const separator = constantFrom('&', ';').chain(spelling)
const harmless = tuple(constantFrom('x', 'sku', 'cat_code', 'x_key'), plain).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
const secretName = tuple(constantFrom('_key', 'password', 'access_token', 'code'), array(boolean(), { minLength: 12, maxLength: 12 }))
  .map(([name, upper]) =>
    Array.from(name)
      .map((letter, at) => (upper[at] ? letter.toUpperCase() : letter))
      .join(''),
  )
  .chain(spelling)
const secretPair = tuple(secretName, spelling('='), plain, plain).map(([name, equals, before, after]) => {
  return `${name}${equals}${encodeURIComponent(before)}${marker}${encodeURIComponent(after)}`
})
const start = constantFrom('/API/V3/Cat/?', '/api_oauth?', '/API/V3/Cat/%3F', '/API/V3/Cat;', '/API/V3/Cat/?a?')

test('the value of a secret parameter is masked behind any separator, in any spelling', () => {
  const target = tuple(start, array(tuple(harmless, separator), { maxLength: 3 }), secretPair, separator, harmless)

  assert(
    property(target, ([from, before, secret, mark, after]) => {
      const text = `${from}${before.flat().join('')}${secret}${mark}${after}`
      expect(maskSecrets(text)).not.toContain(marker)
    }),
    { numRuns: 2000 },
  )
})

const inUser = plain.map((text) => encodeURIComponent(`${text}${marker}/?#@&;='"`))
const address = oneof(
  inUser.map((secret) => `http://user:${secret}@erp.example/hook`),
  inUser.map((secret) => `https://${secret}@127.0.0.1:80`),
  tuple(plain, constantFrom('=', '&t=', ' ', "'", '"', '@', '/')).map(([text, mark]) => `http://h/?q=${text}${mark}${marker}#x`),
)

test('user and query of an address are masked, whatever characters they contain and however often they are encoded', () => {
  assert(
    property(address, integer({ min: 1, max: 3 }), separator, (url, depth, mark) => {
      let encoded = url
      for (let left = depth; left > 0; left -= 1) encoded = encodeURIComponent(encoded)
      expect([maskAddresses(url), maskSecrets(`/API/V3/Webhooks?name=NewOrder${mark}url=${encoded}`)].join('\n')).not.toContain(marker)
    }),
    { numRuns: 2000 },
  )
})

test('a target without a secret is kept as it is', () => {
  const target = tuple(start, array(tuple(harmless, separator)))

  assert(
    property(target, ([from, pairs]) => {
      const text = `${from}${pairs.flat().join('')}`
      expect(maskSecrets(text)).toBe(text)
    }),
    { numRuns: 1000 },
  )
})
