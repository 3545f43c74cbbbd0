import { expect, test } from 'vitest'
import { harmlessJson, jsonText } from '../../../src/report/json-text.ts'
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

test('JSON in pieces is harmless too, wherever it is cut', () => {
  const json = JSON.stringify({ a: '##[command]x ##vso[task]y # ##' })

  const texts = Array.from(json, (_, at) => harmlessJson(json.slice(0, at)) + harmlessJson(json.slice(at)))

  expect(texts.filter((text) => /##\[|##vso\[/.test(text) || !isEqualJson(text, json))).toEqual([])
  expect(texts.length).toBe(json.length)
})

function isEqualJson(one: string, other: string): boolean {
  return JSON.stringify(JSON.parse(one)) === other
}
