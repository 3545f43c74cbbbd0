import { expect, test } from 'vitest'
import { diffWebhooks, type WantedWebhooks } from '../../../src/diff/diff-webhooks.ts'
import type { DesiredRecord } from '../../../src/records/desired.ts'
import { documentedCapabilities } from '../../../src/resources/capabilities.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'

const emptyContext = { capabilities: documentedCapabilities, locate: () => ({ file: 'shop.yaml', line: 1, column: 1 }) }
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

test('what the store does not have is created, once, with the digest of a secret address', () => {
  const records = ['https://a.example/', 'https://b.example/?t=${T}', 'https://b.example/?t=${T}', 'https://c.example/'].map(declared)
  const digestOf = ({ fields }: DesiredRecord): string | null => (fields['url']?.includes('$') ? first : null)

  const { changes, kept } = diffWebhooks(
    wanted({ records, digestOf }),
    [live('1', 'https://a.example/'), live('2', 'https://d.example/')],
    emptyContext,
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

  const removed = diffWebhooks(wanted({ own: mine, prunes: true }), store, emptyContext)
  const kept = diffWebhooks(wanted({ own: mine }), store, emptyContext)

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
    emptyContext,
  )

  expect(changes.map(({ action, key }) => [action, key['id'] ?? key['url']])).toEqual([
    ['create', url],
    ['remove', '1'],
  ])
})
