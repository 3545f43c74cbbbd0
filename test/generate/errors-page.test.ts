import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { exitNames } from '../../src/cli/help-text.ts'
import { errorKinds, exitCodes } from '../../src/errors.ts'
import { errorsPage } from './errors-page.ts'

const root = resolve(import.meta.dirname, '../..')

test('docs/errors.md is what the code makes; `npm run generate` writes it', () => {
  expect(readFileSync(join(root, 'docs/errors.md'), 'utf8')).toBe(errorsPage())
})

test('every error code is thrown somewhere in src', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

  const thrown = files.flatMap((file) =>
    [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/new OperationalError\(\s*'([a-z-]+)'/g)].map((match) => match[1]),
  )

  const codes = Object.keys(errorKinds)
  const unused = codes.filter((code) => !thrown.includes(code))
  expect(unused).toEqual([])
  expect(codes.length).toBeGreaterThanOrEqual(20)
  expect(thrown.length).toBeGreaterThanOrEqual(70)
})

test('every error has a title and a fix of one sentence or two, and an exit code of the table', () => {
  const numbers: readonly number[] = Object.values(exitCodes)

  const wrong = Object.entries(errorKinds).filter(
    ([, { exitCode, title, fix }]) => !/^[A-Z].{15,}\.$/.test(title) || !/^[A-Z].{15,}\.$/.test(fix) || !numbers.includes(exitCode),
  )

  expect(wrong.map(([code]) => code)).toEqual([])
})

test('every exit code of the table is returned by some command, and every command can be used wrongly', () => {
  const returned = new Set(commands.flatMap(({ usage }) => exitNames(usage.exitCodes)))

  expect([...returned].toSorted()).toEqual(Object.keys(exitCodes).toSorted())
  expect(commands.filter(({ usage }) => usage.exitCodes.usage === undefined)).toEqual([])
  expect(commands.length).toBe(27)
})
