import { expect, test } from 'vitest'
import { cataloguePath } from '../../../src/files/catalogue-path.ts'

test.each([
  ['images/a.jpg', 'images/a.jpg'],
  ['./a.jpg', 'products/shirts/a.jpg'],
  ['./x/./a.jpg', 'products/shirts/x/a.jpg'],
  ['images//a.jpg', 'images/a.jpg'],
  ['images\\a.jpg', 'images/a.jpg'],
])('%s is a path of the catalogue', (written, path) => {
  const checked = cataloguePath(written, 'products/shirts/tees.yaml')

  expect(checked).toEqual({ path })
})

test.each([
  '../a.jpg',
  'images/../../a.jpg',
  './../a.jpg',
  '..\\a.jpg',
  '/etc/passwd',
  '\\\\host\\share',
  'C:\\a.jpg',
  'file:///etc/passwd',
  '~/a.jpg',
  '.git/config',
  'images/.env',
  './.env',
  'a\0b',
  '.',
  'images/',
])('%j is refused', (written) => {
  const checked = cataloguePath(written, 'products/shirts/tees.yaml')

  expect(checked).toHaveProperty('refused')
})
