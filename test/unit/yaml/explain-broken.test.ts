import { expect, test } from 'vitest'
import { readYaml } from '../../../src/yaml/read-yaml.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

/** What is said of a text: the words, the place and what is marked there, and what to do. */
function said(text: string): string[] {
  return readYaml('a.yaml', text).problems.map(({ message, at, fix }) => {
    const before = text.slice(0, at.start).split('\n')
    const marked = text.slice(at.start, at.end)
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1} "${marked}": ${message.replace('broken YAML: ', '')} > ${fix ?? ''}`
  })
}

const goesOn = 'or, if it goes on with the text of the line above, indent it deeper than the key of that.'

test.each([
  [
    'too few spaces',
    'a:\n  b:\n    c: 1\n   d: 2\n',
    '4:4 "d": d is indented by 3 spaces, c by 4 spaces > Indent d by 4 spaces, if it belongs beside c.',
  ],
  [
    'too many spaces, below a value',
    'a:\n  b: 1\n    c: 2\n',
    '3:5 "c": c is indented by 4 spaces, b by 2 spaces > Indent c by 2 spaces, if it belongs beside b.',
  ],
  [
    'too few spaces on one line in the middle of a map',
    'a:\n  b:\n    c: 1\n  d: 2\n    e: 3\n',
    '4:3 "d": d is indented by 2 spaces, c by 4 spaces > Indent d by 4 spaces, if it belongs beside c.',
  ],
  [
    'comments and blank lines between',
    'a:\n  b: 1\n\n# about c\n\n c: 2\n',
    '6:2 "c": c is indented by 1 space, b by 2 spaces > Indent c by 2 spaces, if it belongs beside b.',
  ],
  ['a tab', 'a:\n\tb: 1\n', '2:1 "\t": a tab indents this line > Indent with spaces: two for each level.'],
  ['no colon', 'a: 1\nslug mug\n', `2:1 "slug mug": this line has no colon, so it is no key with a value > Write slug: mug; ${goesOn}`],
  [
    'an equals sign',
    'a: 1\nslug = mug\n',
    `2:1 "slug = mug": this line has no colon, so it is no key with a value > Write slug: mug; ${goesOn}`,
  ],
  [
    'no colon behind the key of a map',
    'products\n  A: { title: A }\n',
    `1:1 "products": this line has no colon, so it is no key with a value > Write products:; ${goesOn}`,
  ],
  ['no space behind the colon', 'a: 1\nslug:mug\n', '2:1 "slug:mug": a space is missing behind the colon > Write slug: mug'],
  [
    'a colon in a text',
    'title: Mug: the big one # sold\n',
    '1:8 "Mug: the big one # sold": this text holds ": ", which only a key may > Put the text into quotes: title: "Mug: the big one"',
  ],
  [
    'an apostrophe in quotes',
    "title: 'Mum's mug'\n",
    `1:12 "'": the ' here ends the quoted text, and more follows > Put the text into quotes: title: "Mum's mug"`,
  ],
  [
    'a text that is quoted in part',
    'title: "Big" mug\n',
    `1:12 """: the " here ends the quoted text, and more follows > Put the text into quotes: title: '"Big" mug'`,
  ],
  ['a sign that begins no text', 'a: @home\n', '1:4 "@": a text cannot begin with @ > Put the text into quotes: a: "@home"'],
  ['the sign of a block', 'a: > b\n', '1:4 ">": a text of one line cannot begin with > > Put the text into quotes: a: "> b"'],
  ['an open brace', 'a: { b: { c: 1 }\nd: 2\n', '1:4 "{": the { that opens here is never closed > Close it with }.'],
  ['an open bracket', 'a: [1, "]" # ]\nb: 2\n', '1:4 "[": the [ that opens here is never closed > Close it with ].'],
  ['a brace too much', 'a: { b: 1 }}\n', '1:12 "}": this } closes nothing > Remove it, or open it before.'],
  [
    'no comma',
    'a: { b: B c: C }\n',
    '1:9 "B": a comma is missing before this, or a closing brace > Separate what stands in { } and [ ] with commas.',
  ],
  [
    'a dash among keys',
    'a: 1\n- b: 2\n',
    '2:1 "-": an item of a list (-) stands among the keys of a map > Remove the dash; or give the list a key of its own, and indent it below that.',
  ],
  [
    'a merge conflict',
    'a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n',
    '2:1 "<<<<<<< HEAD": a merge conflict is not resolved here > Keep one of the two sides, and delete the lines <<<<<<<, ======= and >>>>>>>.',
  ],
])('%s: the line that was mistyped, and how it should read', (_, text, words) => {
  expect(said(text)).toEqual([words])
})

test('a text behind # is a comment, and a key without a space behind its colon has no value', () => {
  const nothing = 'Leave the key out to leave the store alone; write "" for an empty text, [] or {} for none.'

  expect(said('title: #1 mug\n')).toEqual([
    `1:1 "title": "title" has no value > A text that begins with # goes into quotes: title: "#1 mug". ${nothing}`,
  ])
  expect(said('title: # the words come later\n')).toEqual([`1:1 "title": "title" has no value > ${nothing}`])
  expect(said('a: { quantity:40 }\n')).toEqual([
    '1:6 "quantity:40": "quantity:40" has no value > Put a space behind the colon: quantity: 40',
  ])
})

test.each(['key: @abcdef\n', 'key: a: abcdef\n', 'a: 1\nkey abcdef\n', 'a: 1\nkey:abcdef\n', 'a: { key:abcdef }\n', 'key: #abcdef\n'])(
  'what may be a key is not repeated: %j',
  (text) => {
    const { problems } = readYaml('a.yaml', text)

    expect(problems.map(({ message, fix }) => `${message} ${fix ?? ''}`)).toEqual([expect.not.stringContaining('abcdef')])
  },
)

test.each([
  ['spaces behind a text', `a: ${'x '.repeat(200_000)}: y\n`],
  ['quotes', `a: ${'"b" '.repeat(20_000)}\n`],
  ['open braces', `a: ${'{ '.repeat(60)}\n${'# }\n'.repeat(100_000)}`],
  ['blank lines', `a: 1\n${'\n'.repeat(300_000)} b: 2\n`],
])('the reason is found in time: %s', async (_, text) => {
  let found = 0

  const took = await cpuMs(() => {
    found = readYaml('a.yaml', text).problems.length
  })

  expect(found).toBe(1)
  expect(took).toBeLessThan(2000)
})
