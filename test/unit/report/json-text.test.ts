import { expect, test } from 'vitest'
import { jsonText } from '../../../src/report/json-text.ts'
import { isHarmful } from '../../support/is-harmful.ts'
import { hostile } from '../../support/report-page.ts'

test('a value is the same for a program, and nothing in its text is for a terminal or a CI runner', () => {
  const value = {
    [`${hostile}\u009B31m`]: ['\u0085\u007F\u2028\u202E\u2066', '##[stop-commands]x', '##vso[task.setvariable]', '## heading', '\uD800'],
  }

  const texts = [jsonText(value), jsonText(value, 2)]

  for (const text of texts) {
    expect(JSON.parse(text)).toEqual(value)
    expect(isHarmful(text)).toBe(false)
    expect(text).not.toMatch(/##\[|##vso\[/)
  }
  expect(texts[0]).toContain('"## heading"')
})
