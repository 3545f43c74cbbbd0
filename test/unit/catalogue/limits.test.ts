import { symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatDocument } from '../../../src/documents/format/format-document.ts'
import { maskSecrets } from '../../../src/problems/mask-secrets.ts'
import { problemsJson } from '../../../src/report/problem-json.ts'
import { problemsText } from '../../../src/report/problem-text.ts'
import { plainTheme } from '../../../src/report/theme.ts'
import { cpuMs } from '../../support/cpu-ms.ts'
import { runOutside } from '../../support/run-outside.ts'
import { loadFlat, inCatalogue, problemLines } from '../../support/written-catalogue.ts'
import { sampled } from '../../support/whole.ts'

/** What a catalogue may take, however it is made to be slow: many of these took minutes once, or memory until the program died. */
const mostMs = 3_000
const mostShown = 1_500_000

function times(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join('')
}

const options = times(4, (option) => `o${option}: { label: O, values: { ${times(10, (value) => `v${value}: V, `)} } }, `)
const breaks = (count: number): string => `[${times(count, (index) => `${index * 10}, `)}]`

const catalogues: Readonly<Record<string, () => string>> = {
  '4,000 levels of indentation, where a place is shown': () => times(4_000, (at) => `${' '.repeat(at)}k:\n`),
  '20,000 unknown sections': () => times(20_000, (at) => `k${at}: v\n`),
  '20,000 unknown keys of one product': () => `products:\n  T:\n    price: 1\n${times(20_000, (at) => `    k${at}: v\n`)}`,
  '20,000 problems on as many lines': () => `products:\n${times(10_000, (at) => `  P${at}: { titel: x, price: 1,5 }\n`)}`,
  '20,000 problems on one line': () => `products: { ${times(10_000, (at) => `P${at}: { titel: x, price: 1,5 }, `)} }\n`,
  '10,000 comments that silence a rule': () =>
    `products:\n${times(10_000, (at) => `  # planogram-ignore: slug-form\n  P${at}: { price: 1, slug: "A b" }\n`)}`,
  '2,000 price tests of a grid of 2,000 breaks': () =>
    `products:\n  T: { pricing: { breaks: ${breaks(2_000)}, prices: { default: [${'5, '.repeat(2_000)}] } } }\nexpect:\n${times(2_000, (at) => `  - { sku: T, quantity: ${at + 1}, price: 2 }\n`)}`,
  '10,000 forced prices without a cell': () =>
    `products:\n  T:\n    pricing:\n      breaks: ${breaks(2_000)}\n      prices: { default: [${'5, '.repeat(2_000)}] }\n      forced:\n${times(10_000, (at) => `        - { currency: EUR, start: ${at + 1}, price: 5 }\n`)}`,
  '10,000 breaks for three groups': () =>
    `groups: { g: { title: G }, h: { title: H } }\nproducts:\n  T: { pricing: { breaks: ${breaks(10_000)}, prices: { ${['default', 'g', 'h'].map((group) => `${group}: [${'5, '.repeat(10_000)}]`).join(', ')} } } }\n`,
  'a list that extends one of 5,000 breaks with prices of its own': () =>
    `price_lists:\n  a: { breaks: ${breaks(5_000)}, prices: { default: [${'5, '.repeat(5_000)}] } }\n  b: { extends: a, prices: { default: [${'4, '.repeat(5_000)}] } }\nproducts:\n  T: { pricing: b }\n`,
  'a chain of 5,000 price lists': () =>
    `price_lists:\n  l0: { breaks: [0], prices: { default: [5] } }\n${times(5_000, (at) => `  l${at + 1}: { extends: l${at}, factor: 1.1 }\n`)}products:\n  T: { pricing: l5000 }\n`,
  'a chain of 10,000 categories': () =>
    `categories:\n${times(10_000, (at) => `  c${at}: { name: C${at === 0 ? '' : `, parents: { c${at - 1}: 1 }`} }\n`)}`,
  '250 categories that all stand below each other': () =>
    `categories:\n${times(250, (at) => `  c${at}: { name: C, parents: { ${times(250, (other) => (at === other ? '' : `c${other}: 1, `))} } }\n`)}`,
  '1,000 references that are nearly right': () =>
    `categories:\n${times(1_000, (at) => `  cat-number-${at}: { name: C }\n`)}products:\n${times(1_000, (at) => `  P${at}: { price: 1, categories: [cat-nmber-${at}] }\n`)}`,
  'one product in 30,000 categories': () =>
    `products:\n  T:\n    price: 1\n    categories: [${times(30_000, (at) => `c${at}, `)}]\n    access: [${times(30_000, () => 'g, ')}]\n`,
  '10,000 variants of a matrix': () =>
    `products:\n  T: { options: { ${options} }, variants: { matrix: '{o0}{o1}{o2}{o3}', each: { price: 1 } } }\n`,
  'a matrix of a million combinations': () =>
    `products:\n  T: { options: { ${options}${options.replaceAll('o', 'p')} }, variants: { matrix: '{o0}{o1}{o2}{o3}{p0}{p1}{p2}{p3}', each: { price: 1 } } }\n`,
  'a matrix whose codes are longer than the memory': () =>
    `products:\n  T: { options: { s: { label: S, values: { ${times(100, (at) => `${'v'.repeat(900)}${at}: V, `)} } } }, variants: { matrix: '${'{s}'.repeat(10_000)}', each: { price: 1 } } }\n`,
  'a text of a million characters with each field': () => {
    const long = 'a-'.repeat(500_000)
    return `products:\n  T: { title: '${long}', price: '${long}', slug: '${long}!', pricing: '${long}', weight: '${long}', merchandising: { start_date: '${long}', discount: '${long}' } }\n`
  },
  'comments and tags that are never closed': () =>
    `products:\n${['<!--', '<a x="', '<p ', '</', '<script>'].map((html, at) => `  T${at}: { price: 1, comment: '${html.repeat(40_000)}' }\n`).join('')}`,
  'a number of 300,000 digits': () => {
    const digits = '3'.repeat(300_000)
    return `price_lists:\n  a: { breaks: [0], prices: { default: ['1.${digits}'] } }\n  b: { extends: a, factor: '1.${digits}', round: 0.01 }\nproducts:\n  T: { pricing: b }\n`
  },
}

/** One in four; `PLANOGRAM_FULL=1` checks all. */
const names = sampled(Object.keys(catalogues), 4)

describe('a catalogue is checked, and its problems shown, in time and in a text that somebody can read', () => {
  test.each(names)('%s', async (name) => {
    const text = catalogues[name]?.() ?? ''

    await inCatalogue({ 'a.yaml': text }, async (root) => {
      let shown = ''
      const took = await cpuMs(async () => {
        const loaded = await loadFlat({ root, env: {}, only: [] })
        shown = problemsText(loaded.problems, loaded, { theme: plainTheme })
        problemsJson(loaded.problems, { ...loaded, files: { documents: 1, pictures: 0 } })
      })

      expect(shown).toMatch(/(?:\d errors?|\d warnings?|No problems) in 1 file$/)
      expect(shown.length).toBeLessThan(mostShown)
      expect(took).toBeLessThan(mostMs)
    })
  })

  test('10,000 records are laid out anew', async () => {
    const text = `products:\n${times(10_000, (at) => `    P${at}: {price: 1,   title: "T"} # c\n`)}`

    expect(await cpuMs(() => expect(formatDocument('a.yaml', text)).toHaveProperty('text'))).toBeLessThan(mostMs)
  })

  test('secrets are blotted out of a text of blanks', async () => {
    const blanks = ' '.repeat(200_000)

    expect(await cpuMs(() => maskSecrets(`key:${blanks}x\n${blanks}y: token ${blanks}: z\n`))).toBeLessThan(mostMs)
    expect(maskSecrets('key: token: abc\n{ "secret": "s3", key: ${KEY}, a_key: b }')).toBe(
      'key: ****** ***\n{ "secret": "**", key: ${KEY}, a_key: b }',
    )
  })
})

test('a document that is too large to parse is refused in words, a sparse one of a terabyte too', async () => {
  await inCatalogue({ 'a.yaml': 'groups: {}\n', 'b.yaml': 'products: {}\n' }, async (root) => {
    truncateSync(join(root, 'a.yaml'), 20_000_001)
    truncateSync(join(root, 'b.yaml'), 1e12)

    const lines = problemLines(await loadFlat({ root, env: {} }))

    const said =
      'the document is larger than 20 MB, which takes too much memory to read > Split it into several documents, such as one for each category.'
    expect(lines).toEqual([`a.yaml:1:1 yaml-broken: ${said}`, `b.yaml:1:1 yaml-broken: ${said}`])
  })
})

test('a pipe is never waited for: not as a document, a text or a picture, nor behind a link', async () => {
  const text = 'products:\n  T: { price: 1, image: p.png, comment: { file: p.html } }\n'
  await inCatalogue({ 'a.yaml': text }, async (root) => {
    await runOutside('mkfifo', ['pipe', 'b.yaml', 'p.html', 'p.png'], { cwd: root })
    symlinkSync('pipe', join(root, 'c.yaml'))

    const lines = problemLines(await loadFlat({ root, env: {} }))

    const fix = 'Name a file of the catalogue: a path starts at its root, or with ./ in the folder of this document.'
    expect(lines.filter((line) => line.includes('path-outside'))).toEqual([
      `a.yaml:2:25 path-outside: "p.png" is a pipe or a device, not a file > ${fix}`,
      `a.yaml:2:49 path-outside: "p.html" is a pipe or a device, not a file > ${fix}`,
      'c.yaml:1:1 path-outside: c.yaml is a pipe or a device, not a file > Put the file itself into the catalogue.',
    ])
  })
})
