import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tinyPng } from '../../../bench/tiny-png.ts'
import { openRehearsal } from '../../../src/rehearse/open-rehearsal.ts'
import { openState } from '../../../src/state/open-state.ts'
import { childNames } from '../../../src/records/child-names.ts'
import type { RecordTree } from '../../../src/resources/record-tree.ts'
import type { ResourceName } from '../../../src/resources/registry.ts'
import type { Fields } from '../../../src/resources/resource.ts'
import type { StoreClient } from '../../../src/store/store-client.ts'
import { storeNameInState } from '../../../src/live/store-names.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Progress } from '../../../src/workspace/progress.ts'
import { startSite } from '../../support/site.ts'

const noCatalogue = {
  config: { currencies: { default: null, rates: {} }, timezone: 'UTC' },
  desired: { files: [] },
  sources: { readPicture: () => Promise.reject(new Error('the catalogue has no pictures')) },
}

function row(resource: ResourceName, fields: Fields): RecordTree {
  return { resource, fields: { sku: 'MUG', ...fields }, children: {} }
}

/** A store with these values in the rows of a resource. */
function withValues(store: StoreClient, resource: ResourceName, values: Fields): StoreClient {
  const changed = (record: RecordTree): RecordTree => ({
    resource: record.resource,
    fields: record.resource === resource ? { ...record.fields, ...values } : record.fields,
    children: Object.fromEntries(childNames(record.children).map((name) => [name, (record.children[name] ?? []).map(changed)])),
  })
  return {
    ...store,
    async *readAll(scope) {
      for await (const record of store.readAll(scope)) yield changed(record)
    },
  }
}

test.each([
  [
    'Product',
    { price: 'on request', weight: 'light' },
    /^product\.MUG has no price in the copy\. .+ Product\.price: .+\nproduct\.MUG has no weight in the copy\./,
  ],
  ['Merchandising', { start_date: '0000-00-00' }, /^merchandising\.MUG has no start_date in the copy\. .+ is not a date[^\n]*$/],
  [
    'ExtraImages',
    { code: 'a-code-of-more-than-25-characters' },
    /^product\.MUG\/extra-image\. is not in the copy\. [^\n]+ is longer than 25 characters$/,
  ],
] as const)(
  'a value of %s that the embedded store refuses is named, and the rest of the record is copied',
  async (resource, values, notes) => {
    const children = { Merchandising: [row('Merchandising', { promotion_name: 'Sale' })], ExtraImages: [row('ExtraImages', { code: 'a' })] }
    await using site = await startSite({ seed: { records: [{ ...row('Product', { title: 'Mug', price: '8' }), children }] } })
    const store = withValues(site.store, resource, values)
    const state = await openState(':memory:')

    await using rehearsal = await openRehearsal({ catalogue: noCatalogue, connection: { store, state } })
    const [mug] = rehearsal.emulator.records('Product+Merchandising')
    await state.close()

    expect(rehearsal.notes.join('\n')).toMatch(notes)
    expect([mug?.fields['title'], mug?.children.Merchandising?.length]).toEqual(['Mug', 1])
  },
)

test('what a key may not read is named, and the copy refuses it as the store does', async () => {
  const records = [{ resource: 'Product', fields: { sku: 'MUG', title: 'Mug', price: '8' }, children: {} }] as const
  await using site = await startSite({ seed: { records } })
  const { url, capabilities } = site.emulator
  site.emulator.keys.add({ key: 'narrow-key', deny: ['Webhooks', 'Merchandising'] })
  const store = openStore({ name: 'local', baseUrl: url, filesUrl: null, siteName: '', key: 'narrow-key', capabilities })
  const state = await openState(':memory:')

  await using rehearsal = await openRehearsal({ catalogue: noCatalogue, connection: { store, state } })
  const read = rehearsal.connection.store.count('Merchandising')

  await expect(read).rejects.toThrow('This key has no access to Merchandising.')
  expect(await rehearsal.connection.store.count('Product')).toBe(1)
  expect(rehearsal.notes).toEqual([
    expect.stringMatching(/no access to Merchandising\. The copy has no promotions, and refuses to read them too\.$/),
    expect.stringMatching(/no access to Webhooks\. The copy has no webhooks, and refuses to read them too\.$/),
  ])
  await state.close()
  await store.close()
})

test('where the copy cannot be written, the error names the folder and what to do, and nothing is left', async () => {
  const image = { path: 'images/items/mug.png', bytes: tinyPng(1) }
  const record = row('Product', { title: 'Mug', price: '8', image: 'mug.png' })
  await using site = await startSite({ seed: { records: [record], files: [image] } })
  const state = await openState(':memory:')
  const temporary = mkdtempSync(join(tmpdir(), 'planogram-test-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const blockBlobs = ({ kind }: Progress): void => {
    const [folder = ''] = kind === 'downloading' ? readdirSync(temporary) : []
    if (folder === '') return
    rmSync(join(temporary, folder, 'store', 'blobs'), { recursive: true, force: true })
    writeFileSync(join(temporary, folder, 'store', 'blobs'), '')
  }
  const options = { catalogue: noCatalogue, connection: { store: site.store, state }, allPictures: true }

  const blocked = openRehearsal({ ...options, onProgress: blockBlobs })
  await expect(blocked).rejects.toMatchObject({
    code: 'file-unwritable',
    message: `The copy of the store cannot be written to a folder in ${temporary} (ENOTDIR).`,
  })
  const left = readdirSync(temporary)
  rmSync(temporary, { recursive: true })
  const missing = openRehearsal(options)

  await expect(missing).rejects.toMatchObject({ code: 'file-unwritable', fix: expect.stringContaining('Set TMPDIR') })
  expect(left).toEqual([])
  await state.close()
})

test('a rehearsal does not wait for a lost request of an earlier run, which cannot reach the copy', async () => {
  await using site = await startSite()
  const state = await openState(':memory:')
  const name = storeNameInState(site.store)
  const [at, later] = ['2026-11-20T07:00:00.000Z', '2999-01-01T00:00:00.000Z']
  const { fence } = await state.acquireLease({ store: name, holder: 'a killed process', at, expiresAt: later })
  const counts = { create: 1, update: 0, remove: 0, cannot: 0 }
  await state.startRun({ id: 'run-1', store: name, planHash: '', at, plan: new Uint8Array(), fence, overrides: [], counts })
  await state.intend('run-1', fence, { number: 1, step: 's1', operations: ['o1'], at, settlesAt: later })

  await using rehearsal = await openRehearsal({ catalogue: noCatalogue, connection: { store: site.store, state } })
  const unsettled = [await state.unsettled(name), await rehearsal.connection.state.unsettled(name)]
  await state.close()

  expect(unsettled.map(({ length }) => length)).toEqual([1, 0])
})
