import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rules } from '../../../src/rules/check-rules.ts'

const folder = resolve(import.meta.dirname, '../../../src/rules')

test('every rule has a unique id, which is the name of its file', () => {
  const ids = rules.map(({ id }) => id)

  expect(ids.filter((id) => !existsSync(resolve(folder, `${id}.ts`)))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(45)
})
