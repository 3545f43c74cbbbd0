import { expect, test } from 'vitest'
import { readYaml } from '../../../src/yaml/read-yaml.ts'
import { cpuMs } from '../../support/cpu-ms.ts'

/** The problems of a text, each as its place, the marked text, the message and the fix. */
function problemsOf(text: string): string[] {
  return readYaml('a.yaml', text).problems.map(({ message, at, fix }) => {
    const before = text.slice(0, at.start).split('\n')
    const marked = text.slice(at.start, at.end)
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1} "${marked}": ${message.replace('broken YAML: ', '')} > ${fix ?? ''}`
  })
}

const ordinary = String.raw`Write \\ for a backslash, or put the text in single quotes, where a backslash is an ordinary character.`
const lineEnds = String.raw`this line ends in a carriage return (CR) alone > Save the file with the line endings \n or \r\n.`
const continues = 'or, if it continues the text of the line above, indent it deeper than the key of that text.'

test.each([
  [
    'too few spaces',
    'a:\n  b:\n    c: 1\n   d: 2\n',
    '4:4 "d": d is indented by 3 spaces, c by 4 spaces > Indent d by 4 spaces if it belongs to the same map as c.',
  ],
  [
    'too many spaces, below a value',
    'a:\n  b: 1\n    c: 2\n',
    '3:5 "c": c is indented by 4 spaces, b by 2 spaces > Indent c by 2 spaces if it belongs to the same map as b.',
  ],
  [
    'too few spaces on one line in the middle of a map',
    'a:\n  b:\n    c: 1\n  d: 2\n    e: 3\n',
    '4:3 "d": d is indented by 2 spaces, c by 4 spaces > Indent d by 4 spaces if it belongs to the same map as c.',
  ],
  [
    'comments and blank lines between',
    'a:\n  b: 1\n\n# about c\n\n c: 2\n',
    '6:2 "c": c is indented by 1 space, b by 2 spaces > Indent c by 2 spaces if it belongs to the same map as b.',
  ],
  [
    'a record with one space too many',
    'products:\n   A:\n    price: 1\n  B:\n    price: 2\n',
    '4:3 "B": B is indented by 2 spaces, A by 3 spaces > Indent B by 3 spaces if it belongs to the same map as A.',
  ],
  [
    'a record with one space too few',
    'products:\n A:\n    price: 1\n  B:\n    price: 2\n',
    '4:3 "B": B is indented by 2 spaces, A by 1 space > Indent B by 1 space if it belongs to the same map as A.',
  ],
  [
    'a sign in braces that begins no text',
    'MUG: { title: @Mug, price: 8 }\n',
    '1:15 "@": a text without quotes cannot begin with @ > Put the text in quotes: "@Mug"',
  ],
  [
    'a per cent sign in braces in braces',
    'MUG: { merchandising: { discount: %10 } }\n',
    '1:35 "%": a text without quotes cannot begin with % > Put the text in quotes: "%10"',
  ],
  ['a tab', 'a:\n\tb: 1\n', '2:1 "\t": this line is indented with a tab > Indent with spaces: two for each level.'],
  [
    'no colon',
    'a: 1\nslug mug\n',
    `2:1 "slug mug": this line has no colon, so it is not a key with a value > Write slug: mug; ${continues}`,
  ],
  [
    'an equals sign',
    'a: 1\nslug = mug\n',
    `2:1 "slug = mug": this line has no colon, so it is not a key with a value > Write slug: mug; ${continues}`,
  ],
  [
    'no colon behind the key of a map',
    'products\n  A: { title: A }\n',
    `1:1 "products": this line has no colon, so it is not a key with a value > Write products:; ${continues}`,
  ],
  ['no space behind the colon', 'a: 1\nslug:mug\n', '2:1 "slug:mug": a space is missing after the colon > Write slug: mug'],
  [
    'a colon in a text',
    'title: Mug: the big one # sold\n',
    '1:8 "Mug: the big one # sold": a text that contains ": " needs quotes > Put the text in quotes: title: "Mug: the big one"',
  ],
  [
    'an apostrophe in quotes',
    "title: 'Mum's mug'\n",
    `1:12 "'": the quoted text ends at this ', but more text follows > Put the text in quotes: title: "Mum's mug"`,
  ],
  [
    'a text that is quoted in part',
    'title: "Big" mug\n',
    `1:12 """: the quoted text ends at this ", but more text follows > Put the text in quotes: title: '"Big" mug'`,
  ],
  ['a sign that begins no text', 'a: @home\n', '1:4 "@": a text without quotes cannot begin with @ > Put the text in quotes: a: "@home"'],
  ['the sign of a block', 'a: > b\n', '1:4 ">": a text of one line cannot begin with > > Put the text in quotes: a: "> b"'],
  ['an open brace', 'a: { b: { c: 1 }\nd: 2\n', '1:4 "{": the { that opens here is never closed > Close it with }.'],
  ['an open bracket', 'a: [1, "]" # ]\nb: 2\n', '1:4 "[": the [ that opens here is never closed > Close it with ].'],
  ['a brace too much', 'a: { b: 1 }}\n', '1:12 "}": this } has no opening { > Remove it, or add { before it.'],
  [
    'no comma',
    'a: { b: B c: C }\n',
    '1:9 "B": a comma or a closing brace is missing before this > Separate entries inside { } and [ ] with commas.',
  ],
  [
    'a dash among keys',
    'a: 1\n- b: 2\n',
    '2:1 "-": a list item (-) is among the keys of a map > Remove the dash, or indent the list below a key of its own.',
  ],
  [
    'the sign of a document before a key',
    '--- title: Mug\n',
    '1:1 "---": a key cannot be on a line that begins with --- > Remove --- from this line.',
  ],
  [
    'the end of a document before a key',
    'a: 1\n... title: Mug\n',
    '2:1 "...": a key cannot be on a line that begins with ... > Remove ... from this line.',
  ],
  [
    'a backslash that begins no escape',
    String.raw`title: "x\qy"`,
    String.raw`1:10 "\q": \q is not an escape of a text in double quotes > ${ordinary}`,
  ],
  [
    'a backslash before u',
    String.raw`file: "C:\users"`,
    String.raw`1:10 "\u": \u in double quotes needs the 4 hexadecimal digits of a character > ${ordinary}`,
  ],
  ['lines that end in CR alone', 'a: 1\rb: 2\r', `1:5 "\r": ${lineEnds}`],
  ['lines that end in CR alone below a map', 'a:\n  b: 1\n  c: "2"\r  d: 3\n', `3:9 "\r": ${lineEnds}`],
  ['lines that end in CR alone after a list', 'a: [1]\rb: 2\r', `1:7 "\r": ${lineEnds}`],
  [
    'a colon in a text before CR LF',
    'a: b: c\r\nd: 1\r\n',
    '1:4 "b: c": a text that contains ": " needs quotes > Put the text in quotes: a: "b: c"',
  ],
  [
    'an empty item in a list item',
    'a:\n  - [b,,c]\n',
    '2:8 ",": this text is not expected here > Write every line of a map as "key: value", indented like the others of its map. An editor with a YAML plug-in marks the error while you type.',
  ],
  [
    'a merge conflict',
    'a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n',
    '2:1 "<<<<<<< HEAD": unresolved merge conflict > Keep one of the two sides, and delete the lines <<<<<<<, ======= and >>>>>>>.',
  ],
])('%s: the line that was mistyped, and how it should read', (_, text, words) => {
  expect(problemsOf(text)).toEqual([words])
})

test('a text after # is a comment, and a key without a space after its colon has no value', () => {
  const nothing = 'Leave the key out to leave the field alone. Write "" for an empty text, and [] or {} for an empty collection.'

  expect(problemsOf('title: #1 mug\n')).toEqual([
    `1:1 "title": "title" has no value > A text that begins with # needs quotes: title: "#1 mug". ${nothing}`,
  ])
  expect(problemsOf('title: # the words come later\n')).toEqual([`1:1 "title": "title" has no value > ${nothing}`])
  expect(problemsOf('a: { quantity:40 }\n')).toEqual([
    '1:6 "quantity:40": "quantity:40" has no value > Put a space after the colon: quantity: 40',
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
