import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDocumentTexts } from '../../../src/catalogue/files/document-texts.ts'

test.each([[], ['a.yaml']])('a text that places were found in is the same afterwards, though its file is gone (taped: %s)', (...taped) => {
  const root = mkdtempSync(join(tmpdir(), 'planogram-'))
  rmSync(root, { recursive: true })
  const text = `products:\n  A-1: { title: "\u20ac 5 \u{1F600}", description: ${'long '.repeat(500)} }\n`
  const texts = openDocumentTexts(root, { hashes: new Map([['a.yaml', 'x']]), keeps: true, taped: new Set(taped) })
  texts.add('a.yaml', text)

  const located = [texts.toLocate('a.yaml'), texts.toLocate('a.yaml')]

  expect(located).toEqual([text, text])
  expect([texts.get('a.yaml'), texts.toLocate('a.yaml'), texts.get('b.yaml')]).toEqual([text, text, undefined])
})
