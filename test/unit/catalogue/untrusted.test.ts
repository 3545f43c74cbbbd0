import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadFlat, inCatalogue, loadWritten, png, problemLines, type WrittenFiles } from '../../support/written-catalogue.ts'

/** semantics.md 23: a pull request is untrusted input. */

const fix = 'Name a file of the catalogue: a path starts at its root, or with ./ in the folder of this document.'

/** Loads a catalogue beside which a secret file lies; `link` makes the links. */
function loadWithLinks(files: WrittenFiles, link: (root: string, outside: string) => void): Promise<{ lines: string[]; all: string }> {
  return inCatalogue({ 'secret.txt': 'TOP SECRET' }, (outside) =>
    inCatalogue(files, async (root) => {
      link(root, outside)
      const loaded = await loadFlat({ root, env: {} })
      return { lines: problemLines(loaded), all: JSON.stringify([loaded.desired, loaded.problems]) }
    }),
  )
}

test('a path with .. is refused for pictures and texts', async () => {
  const loaded = await loadWritten({
    'd/a.yaml': 'products:\n  A: { price: 1, image: ../x.png }\n  B: { price: 1, comment: { file: ./../../x.html } }\n',
  })

  expect(problemLines(loaded)).toEqual([
    `d/a.yaml:2:25 path-outside: "../x.png" contains .. > ${fix}`,
    `d/a.yaml:3:35 path-outside: "./../../x.html" contains .. > ${fix}`,
  ])
})

test('an absolute path is refused for pictures and texts', async () => {
  const loaded = await loadWritten({
    'a.yaml': 'products:\n  A: { price: 1, image: /etc/hostname }\n  B: { price: 1, comment: { file: /etc/passwd } }\n',
  })

  expect(problemLines(loaded)).toEqual([
    `a.yaml:2:25 path-outside: "/etc/hostname" is not a path inside the catalogue > ${fix}`,
    `a.yaml:3:35 path-outside: "/etc/passwd" is not a path inside the catalogue > ${fix}`,
  ])
  expect(JSON.stringify(loaded.desired)).not.toContain('root:')
})

test('hidden files (.git/config holds a token in CI) are never read', async () => {
  const loaded = await loadWritten({
    'a.yaml': 'products:\n  A: { price: 1, comment: { file: .git/config } }\n',
    '.git/config': 'TOP SECRET',
  })

  expect(problemLines(loaded)).toEqual([`a.yaml:2:35 path-outside: ".git/config" is in a hidden file or folder > ${fix}`])
  expect(JSON.stringify(loaded.desired)).not.toContain('SECRET')
})

test('a text behind a link that leaves the root is refused', async () => {
  const { lines, all } = await loadWithLinks(
    { 'a.yaml': 'products:\n  A: { price: 1, comment: { file: copy.html } }\n' },
    (root, outside) => {
      symlinkSync(join(outside, 'secret.txt'), join(root, 'copy.html'))
    },
  )

  expect(lines).toEqual([`a.yaml:2:35 path-outside: "copy.html" is a link to a place outside of the catalogue > ${fix}`])
  expect(all).not.toContain('TOP SECRET')
})

test('a picture in a folder that is a link out of the root is refused', async () => {
  const { lines, all } = await loadWithLinks({ 'a.yaml': 'products:\n  A: { price: 1, image: images/secret.txt }\n' }, (root, outside) => {
    symlinkSync(outside, join(root, 'images'))
  })

  expect(lines).toContain(`a.yaml:2:25 path-outside: "images/secret.txt" is a link to a place outside of the catalogue > ${fix}`)
  expect(all).not.toContain('"size":10')
})

test('a document and a folder of documents behind links that leave the root are refused', async () => {
  const { lines } = await loadWithLinks({}, (root, outside) => {
    writeFileSync(join(outside, 'more.yaml'), 'products: { A: { price: 1 } }')
    symlinkSync(join(outside, 'more.yaml'), join(root, 'more.yaml'))
    symlinkSync(outside, join(root, 'products'))
  })

  expect(lines).toEqual([
    'more.yaml:1:1 path-outside: more.yaml is a link to a place outside of the catalogue > Put the file itself into the catalogue.',
    'products:1:1 path-outside: products is a link to a place outside of the catalogue > Put the file itself into the catalogue.',
  ])
})

test('a link into a hidden folder of the catalogue is refused, one to a visible file is followed', async () => {
  const files = {
    'a.yaml': 'products:\n  A: { price: 1, comment: { file: a.html }, image: b.png }\n',
    '.git/config': 'TOP SECRET',
    'real.png': png('x'),
  }
  const { lines, all } = await loadWithLinks(files, (root) => {
    symlinkSync(join(root, '.git/config'), join(root, 'a.html'))
    symlinkSync(join(root, 'real.png'), join(root, 'b.png'))
  })

  expect(lines).toEqual([`a.yaml:2:35 path-outside: "a.html" is a link into a hidden file or folder > ${fix}`])
  expect(all).not.toContain('TOP SECRET')
  expect(all).toContain('images/items/b.png')
})

test('loops of links end', async () => {
  const { lines } = await loadWithLinks({ 'd/a.yaml': 'groups: {}\n' }, (root) => {
    symlinkSync('..', join(root, 'd/up'))
    symlinkSync('x.yaml', join(root, 'x.yaml'))
  })

  expect(lines).toEqual([
    'd/up:1:1 path-outside: d/up is a link to a folder, which is not followed > Put the file itself into the catalogue.',
    'x.yaml:1:1 path-outside: x.yaml is a broken link > Put the file itself into the catalogue.',
  ])
})

test('nothing of a catalogue is executed', async () => {
  const ran = await inCatalogue(
    {
      'planogram.yaml': 'stores: { shop: { base_url: https://shop.example, key_command: touch ran } }\n',
      'a.yaml': 'products: { A: { price: 1, title: "$(touch ran)", image: "`touch ran`" } }\n',
      'b.yaml': 'groups: !!js/function "touch()"\n',
      'planogram.js': 'require("fs").writeFileSync("ran", "")',
    },
    async (root) => {
      const { config } = await loadFlat({ root, env: {} })
      return { there: existsSync(join(root, 'ran')), store: config.store }
    },
  )

  expect(ran).toMatchObject({ there: false, store: { key: { kind: 'command', command: 'touch ran' } } })
})
