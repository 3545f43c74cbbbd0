import { expect, test } from 'vitest'
import { readPublicExports } from '../support/public-types.ts'

const exported = readPublicExports()
const types = new Set(exported.map(({ type }) => type))

test('every type that an exported declaration names is exported too', () => {
  const missing = exported.flatMap((each) => each.names.filter((name) => !types.has(name)).map((name) => `${each.name} names ${name}`))

  const looked = exported.flatMap((each) => each.names)
  console.log(`${exported.length} exports name ${looked.length} types`)
  expect(missing).toEqual([])
  expect(exported.length).toBeGreaterThan(100)
  expect(looked.length).toBeGreaterThan(150)
})

test('every export has a comment, and every function an example', () => {
  const functions = exported.filter(({ isFunction }) => isFunction)

  expect(exported.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([])
  expect(functions.filter(({ tags }) => !tags.includes('example')).map(({ name }) => name)).toEqual([])
  expect(functions.map(({ name }) => name).toSorted()).toEqual([
    'apply',
    'catalogueSeed',
    'checkSavedPlan',
    'connectStore',
    'drift',
    'formatPlanFile',
    'loadCatalogue',
    'openRehearsal',
    'openState',
    'openStore',
    'parsePlanFile',
    'plan',
    'planUndo',
    'pull',
    'readPlanFile',
    'startEmulator',
    'writeDrift',
    'writePlanFile',
  ])
})
