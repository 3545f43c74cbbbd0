import * as fc from 'fast-check'

function braced(name: string): string {
  return `$\u007B${name}}`
}

/** Texts that some YAML parser reads as a number, a flag, a date or null. */
const words = '007 1e5 0x1F .inf 1_000 12:30:45 yes No on y null Null ~ true 2026-12-01 = << --- ... __proto__ constructor'
const signs = '-a - ? # : a:b {x} [y] *a &a !t %TAG @at `t | >- " \' "q" it\'s'
const pairs = ['- a', '? b', '# c', 'a #b', 'a: b', 'key:', 'a, b', braced('HOME'), braced('A B'), 'tab\there', 'back\\slash']
const lines = ['<p>One</p>\n<p>Two</p>', 'a\n\n  b\n\tc\n d', 'x\r\ny', 'line # no comment\n# two', 'a\n# b: c\n\n- d']
const characters = ['a\u0085b', 'a\u2028b', '\uFEFFa', 'é 😀 ü', 'a'.repeat(130)]

/** Texts that a careless YAML writer breaks. */
export const oddTexts: readonly string[] = [...words.split(' '), ...signs.split(' '), ...pairs, ...lines, ...characters]

const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom('Tee', 'Mug & cup', 'A longer title, with a comma') },
)
/** Values of a text field; XML has no other control characters, and a blank text counts as empty. */
export const text = anyText
  .map((each) => each.replaceAll(/[^\P{Cc}\t\n\r\u0085]|[\p{Cs}\uFFFE\uFFFF]/gu, ''))
  .filter((each) => each.trim() !== '')

export const line = text.map((each) => each.replaceAll(/[\s\u0085]+/g, ' ').trim()).filter((each) => each !== '')
export const key = line.filter((each) => each !== '__proto__' && each !== 'default' && each.length < 60)
/** Part of an option value, where the store itself uses `,` and `=`. */
export const part = key.map((each) => each.replaceAll(/[,=]/g, '.'))

export const distinct = (keys: fc.Arbitrary<string>, maxLength: number, minLength = 0): fc.Arbitrary<string[]> =>
  fc.uniqueArray(keys, { minLength, maxLength, selector: (each) => each.toLowerCase().trimEnd() })
