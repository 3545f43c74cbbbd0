import { expect, test } from 'vitest'
import { parseXsdFields } from '../../../src/wire/xsd-fields.ts'
import { golden } from './read-events.ts'

test('the fields of a record declared in place, without its related records', () => {
  const fields = parseXsdFields(golden('schema-product.xsd'), 'Product')

  expect(fields).toEqual(['sku', 'title', 'inactive', 'meta_title'])
})

test('the fields of a related record in the same schema', () => {
  const fields = parseXsdFields(golden('schema-product.xsd'), 'Inventory')

  expect(fields).toEqual(['sku', 'quantity'])
})

test('the fields of a record declared by type, with base type, group and references', () => {
  const fields = parseXsdFields(golden('schema-variant-options-by-type.xsd'), 'VariantOptions')

  expect(fields).toEqual(['code', 'sku', 'variant', 'o_group', 'o_value', 'note'])
})

test('the element may bear any name of the resource', () => {
  const schema =
    '<s:schema><s:element name="Variants"><s:complexType><s:all><s:element name="code"/></s:all></s:complexType></s:element></s:schema>'

  const fields = parseXsdFields(schema, 'Variant')

  expect(fields).toEqual(['code'])
})

test('types that lead back to themselves end', () => {
  const schema =
    '<schema><element name="Cat" type="a"/><complexType name="a"><complexContent><extension base="b"/></complexContent></complexType>' +
    '<complexType name="b"><complexContent><extension base="a"><all><element name="code"/></all></extension></complexContent></complexType></schema>'

  const fields = parseXsdFields(schema, 'Cat')

  expect(fields).toEqual(['code'])
})

test.each([
  ['another resource', golden('schema-product.xsd'), 'Cat'],
  ['nothing', '', 'Product'],
  ['an HTML page', '<!DOCTYPE html><html></html>', 'Product'],
  ['a ResultSet', golden('no-match.xml'), 'Product'],
  ['a schema cut off', golden('schema-product.xsd').slice(0, 900), 'Product'],
  ['a schema with a DTD', `<!DOCTYPE schema>${golden('schema-variant-options-by-type.xsd')}`, 'VariantOptions'],
  [
    'tags that do not match',
    '<schema><element name="Cat"><complexType><all><element name="code"/></all></sequence></element></schema>',
    'Cat',
  ],
  ['a record without parts', '<schema><element name="Cat" type="string"/></schema>', 'Cat'],
])('%s gives no fields', (_, text, node) => {
  const fields = parseXsdFields(text, node)

  expect(fields).toBeNull()
})
