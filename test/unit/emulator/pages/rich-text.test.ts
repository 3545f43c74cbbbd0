import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from '../../../../src/emulator/markup/html.ts'
import { richText } from '../../../../src/emulator/pages/rich-text.ts'

const known = new Set(
  'p h2 h3 h4 h5 h6 ul ol li dl dt dd b strong i em u s small sub sup blockquote pre code table thead tbody tr th td caption'.split(' '),
)

test('a template escapes what is put into it, and shows control characters', () => {
  const shown = html`<p title="${`"'<&`}">${'<b>\u0007\u202E'}${3}${null}${['a', html`<i>b</i>`]}</p>`

  expect(shown.markup).toBe('<p title="&quot;&#39;&lt;&amp;">&lt;b&gt;\u2407[U+202E]3a<i>b</i></p>')
})

test.each([
  ['text elements stay, without their attributes', '<p class="x" onclick="y()">A <b>bold</b> word</p>', '<p>A <b>bold</b> word</p>', []],
  ['what is open is closed', '<ul><li>one<li>two', '<ul><li>one<li>two</li></li></ul>', []],
  ['what was never opened is not closed', 'a</p></div>b', 'ab', []],
  ['a script goes with its content and is named', 'a<script>alert(1)</script>b', 'ab', ['script']],
  ['a script that never ends takes the rest', 'a<script>alert(1)', 'a', ['script']],
  ['a form is named, its text stays', '<form action="//evil"><p>x</p></form>', '<p>x</p>', ['form']],
  ['elements of mere look go silently', '<div><span style="x">a</span></div>', 'a', []],
  ['comments go', 'a<!-- <p> -->b<!-- c', 'ab', []],
  ['a lone bracket is text', '1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2', []],
  ['known references stay', '20&nbsp;&deg;C &lt;b&gt;', '20&nbsp;&deg;C &lt;b&gt;', []],
  ['numeric references are text again', '&#60;script&#62; &#x202e;', '&lt;script&gt; [U+202E]', []],
  ['a tag in a tag is one tag', '<scr<script>x</script>ipt>', 'xipt&gt;', ['scr', 'script']],
])('%s', (_, source, expected, leftOut) => {
  const shown = richText(source)

  expect({ markup: shown.html.markup, leftOut: shown.leftOut }).toEqual({ markup: expected, leftOut })
})

test('whatever is written, only known elements without attributes come out, each closed', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '<p',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<svg onload=x>',
    '<!--',
    '-->',
    '"',
    "'",
    '&#',
    '60;',
    ' onerror=x ',
    '<td',
    '=',
    'x',
    '\n',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
      ),
      (source) => {
        const { markup } = richText(source).html
        const open: string[] = []
        const rest = markup.replace(/<(\/?)([a-z0-9]+)>/g, (_, end: string, name: string) => {
          if (name === 'br' || name === 'hr') return ''
          expect(known.has(name)).toBe(true)
          const closed = end === '/' ? open.pop() : name
          if (end === '') open.push(name)
          expect(closed).toBe(name)
          return ''
        })
        expect(open).toEqual([])
        expect(rest).not.toMatch(/[<>]/)
      },
    ),
    { numRuns: 2_000 },
  )
})
