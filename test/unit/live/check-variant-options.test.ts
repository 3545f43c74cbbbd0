import { expect, test } from 'vitest'
import { checkVariantOptions } from '../../../src/live/check-variant-options.ts'
import type { StoreFieldNames } from '../../../src/resources/capabilities.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { startScriptedStore } from '../../support/scripted-store.ts'

function schemaOf(fields: readonly string[]): string {
  const elements = fields.map((field) => `<xs:element name="${field}" type="xs:string"/>`).join('')
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="VariantOptions"><xs:complexType><xs:all>${elements}</xs:all></xs:complexType></xs:element></xs:schema>`
}

/** What the check says of a store with these fields; `null`: without a schema file. */
async function checked(fields: readonly string[] | null, fieldNames: StoreFieldNames = {}): Promise<string> {
  await using server = await startScriptedStore((_, response) => {
    response.writeHead(fields === null ? 404 : 200).end(fields === null ? '' : schemaOf(fields))
  })
  const store = openStore({ name: 'acme', baseUrl: server.url, filesUrl: null, siteName: null, key: 'k', fieldNames })
  return await checkVariantOptions(store).then(
    () => 'fine',
    (error: Error) => error.message,
  )
}

test('the assumed fields, renamed ones and declared further ones are fine; any other difference names both sides', async () => {
  const assumed = ['code', 'sku', 'variant_code', 'o_group', 'o_value']

  expect(await checked(assumed.toReversed())).toBe('fine')
  expect(
    await checked(['code', 'sku', 'variant', 'o_group', 'o_value', 'rank'], { VariantOptions: { variant_code: 'variant', rank: 'rank' } }),
  ).toBe('fine')
  expect(await checked([...assumed, 'rank'])).toBe(
    'VariantOptions has the fields code, sku, variant_code, o_group, o_value, rank in store acme, but planogram would write code, sku, variant_code, o_group, o_value.',
  )
  expect(await checked(['id', 'variant'])).toBe(
    'VariantOptions has the fields id, variant in store acme, but planogram would write code, sku, variant_code, o_group, o_value.',
  )
})

test('without a schema file the config has to name the fields', async () => {
  expect(await checked(null)).toBe(
    'Store acme has no schema of VariantOptions, so the fields code, sku, variant_code, o_group, o_value cannot be checked before they are written.',
  )
  expect(await checked(null, { VariantOptions: { variant_code: 'variant' } })).toBe('fine')
})
