import { expect, test } from 'vitest'
import { rowContent } from '../../../src/records/row-identity.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import { countCopies } from '../../../src/store/count-copies.ts'
import type { PageEvent } from '../../../src/store/pages-ahead.ts'
import { readPages } from '../../../src/store/read-pages.ts'
import type { Filter } from '../../../src/wire/filters.ts'

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** A page of these rows out of `total`. */
async function* page(rows: readonly RecordTree[], total: number): AsyncGenerator<readonly PageEvent[]> {
  yield [{ type: 'header', total, returned: rows.length }]
  for (const record of rows) yield [{ type: 'record', record }]
}

function onceEach(rows: readonly RecordTree[]): Promise<ReadonlyMap<string, number>> {
  return Promise.resolve(new Map(rows.map((row) => [rowContent(row), 1])))
}

function link(sku: string): RecordTree {
  return { resource: 'ProdCat', fields: { sku, cat_code: 'tees' }, children: {} }
}

test('equal rows without a key on two pages are told from a row that was read twice: the store is asked for them alone', async () => {
  const pages = [
    [link('A'), link('B')],
    [link('A'), link('C')],
  ]
  const asked: string[][] = []
  const copiesOf = async (rows: readonly RecordTree[]): Promise<ReadonlyMap<string, number>> => {
    asked.push(rows.map(({ fields }) => fields['sku'] ?? ''))
    return new Map(rows.map((row) => [rowContent(row), 2]))
  }

  const rows = await listOf(readPages((start) => page(pages[start / 2] ?? [], 4), 'ProdCat records', { copiesOf }))

  expect(rows.map(({ fields }) => fields['sku'])).toEqual(['A', 'B', 'C', 'A'])
  expect(asked).toEqual([['A']])
})

test('copies are counted within single pages: by parent, in halves where they do not fit, then by the whole key', async () => {
  const stored = [link('A'), link('A'), link('B'), link('B'), link('B'), link('C')]
  const asked: string[] = []
  const readPage = (filters: readonly Filter[]): AsyncIterable<readonly PageEvent[]> => {
    asked.push(filters.map(({ field, values }) => `${field} ${values.join(' ')}`).join(', '))
    const found = stored.filter(({ fields }) => filters.every(({ field, values }) => values.includes(fields[field] ?? '')))
    return page(found.slice(0, filters.length === 1 ? 2 : 9), found.length)
  }

  const copies = await countCopies([link('A'), link('B'), link('C')], ['sku', 'cat_code'], {
    readPage,
    beginRead: () => (error) => Promise.reject(error),
    room: 6_000,
  })

  expect([...copies.values()].toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect(copies.get(rowContent(link('B')))).toBe(3)
  expect(asked).toEqual(['sku A B C', 'sku C', 'sku A B', 'sku B', 'sku B, cat_code tees', 'sku A'])
})

test('a row without a key that the store has once, and a missing one, are still refused', async () => {
  const pages = [[link('A'), link('B')], [link('A')]]
  const reading = listOf(readPages((start) => page(pages[start / 2] ?? [], 3), 'ProdCat records', { copiesOf: onceEach }))

  await expect(reading).rejects.toMatchObject({ code: 'store-incomplete', context: { total: 3, seen: 2 } })
})
