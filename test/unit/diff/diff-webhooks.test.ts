import { expect, test } from 'vitest'
import { diffWebhooks, type WantedWebhooks } from '../../../src/diff/diff-webhooks.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'

const context = { capabilities: documentedCapabilities, locate: () => ({ file: 'shop.yaml', line: 1, column: 1 }) }
const source = { file: 'shop.yaml', start: 0, end: 1 }
const declared = (url: string): DesiredRecord => ({
  resource: 'Webhooks',
  fields: { name: 'NewOrder', url },
  children: {},
  source,
  spans: {},
})
const live = (id: string, url: string): RecordTree => ({ resource: 'Webhooks', fields: { id, name: 'NewOrder', url }, children: {} })
const wanted = (more: Partial<WantedWebhooks>): WantedWebhooks => ({ records: [], own: [], prunes: false, digestOf: () => null, ...more })
const own = (url: string, digest: string | null = null) => ({ name: 'NewOrder', url, digest })
const [first, second] = ['1'.repeat(64), '2'.repeat(64)]
const digestIfSecret =
  (digest: string) =>
  ({ fields }: DesiredRecord): string | null =>
    fields['url']?.includes('$') ? digest : null

test('what the store does not have is created, once, with the digest of a secret address', () => {
  const records = ['https://a.example/', 'https://b.example/?t=${T}', 'https://b.example/?t=${T}', 'https://c.example/'].map(declared)

  const { changes, kept } = diffWebhooks(
    wanted({ records, digestOf: digestIfSecret(first) }),
    [live('1', 'https://a.example/'), live('2', 'https://d.example/')],
    context,
  )

  expect(changes.map(({ action, key, addressDigest }) => [action, key['url'], addressDigest])).toEqual([
    ['create', 'https://b.example/?t=${T}', first],
    ['create', 'https://c.example/', undefined],
  ])
  expect(kept).toEqual([])
})

test('only ours are removed, by id, and only with prune; else they are kept', () => {
  const store = [live('1', 'https://ours.example/'), live('2', 'https://theirs.example/'), live('3', 'https://ours.example/')]
  const mine = [own('https://ours.example/'), own('https://gone.example/')]

  const removed = diffWebhooks(wanted({ own: mine, prunes: true }), store, context)
  const kept = diffWebhooks(wanted({ own: mine }), store, context)

  expect(removed.changes.map(({ action, key }) => [action, key])).toEqual([
    ['remove', { id: '1', name: 'NewOrder', url: 'https://ours.example/' }],
  ])
  expect(kept.changes).toEqual([])
  expect(kept.kept.map(({ fields }) => fields['id'])).toEqual(['1'])
})

test('one of ours whose variable has another value is replaced, whatever prune says', () => {
  const url = 'https://erp.example/?t=${T}'
  const store = [live('1', `https://erp.example/***#${first.slice(0, 12)}`), live('2', `https://erp.example/***#${second.slice(0, 12)}`)]

  const { changes } = diffWebhooks(
    wanted({ records: [declared(url)], own: [own(url, first)], digestOf: () => 'f'.repeat(64) }),
    store,
    context,
  )

  expect(changes.map(({ action, key }) => [action, key['id'] ?? key['url']])).toEqual([
    ['create', url],
    ['remove', '1'],
  ])
})

test('one of ours that somebody has removed in the store is a change of the store', () => {
  const records = ['https://ours.example/', 'https://new.example/', 'https://erp.example/?t=${T}'].map(declared)
  const mine = [own('https://ours.example/'), own('https://erp.example/?t=${T}', first)]

  const { changes } = diffWebhooks(wanted({ records, own: mine, digestOf: digestIfSecret(second) }), [], context)

  expect(changes.map(({ origin, key }) => [origin, key['url']])).toEqual([
    ['store', 'https://ours.example/'],
    ['git', 'https://new.example/'],
    ['git', 'https://erp.example/?t=${T}'],
  ])
})
