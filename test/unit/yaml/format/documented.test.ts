import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { formatDocument } from '../../../../src/documents/format/format-document.ts'

test('the YAML of the authors page is in canonical form', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/authoring.md'), 'utf8')
  const blocks = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map((match) => match[1] ?? '')

  const results = blocks.map((text) => formatDocument('docs/authoring.md', text))

  expect(results).toEqual(blocks.map((text) => ({ text })))
  expect(blocks.length).toBe(3)
})
