import { expect, test } from 'vitest'
import { editableDocument } from '../../../../src/yaml/edit/editable-document.ts'
import { editEntry } from '../../../../src/yaml/edit/edit-entry.ts'

const shop = `# The shop
products:
  A: # first
    title: A
    price: &p 2

  # second
  B: { title: B, price: *p } # blue
  C:
    title: |+
      text

categories: { t: { name: T } }
groups:
  ? long
  : { title: Long }
`

test.for([shop, shop.replaceAll('\n', '\r\n'), shop.trimEnd()])(
  'many entries of one document: the text is as if they were edited one by one',
  (text) => {
    const edits = [
      ['products', 'A', 'title', 'One'],
      ['products', 'B', 'title', 'Two, three'],
      ['products', 'C', 'brand', 'Northwind'],
      ['categories', 't', 'name', 'Tees'],
      ['groups', 'long', 'title', 'Longer'],
      ['products', 'A', 'brand', 'Own'],
    ] as const
    const document = editableDocument(text)

    for (const [section, key, field, value] of edits) {
      const ready = document.edit({ section, key }, [[field, value]])
      if (ready === null || ready === 'later') throw new Error(`no edit of ${key}`)
      ready.commit()
    }

    const oneByOne = edits.reduce(
      (before, [section, key, field, value]) => editEntry(before, { section, key, field }, value) ?? 'cannot',
      text,
    )
    expect(document.text()).toBe(oneByOne)
    expect(document.text()).not.toBe(text)
  },
)

test('an alias waits while its anchor was edited; before that it is edited itself', () => {
  const document = editableDocument(shop)
  const first = document.edit({ section: 'products', key: 'A' }, [['price', { bare: '3' }]])
  const before = document.edit({ section: 'products', key: 'B' }, [['price', { bare: '3' }]])

  if (first === null || first === 'later') throw new Error('no edit')
  first.commit()
  const after = document.edit({ section: 'products', key: 'B' }, [['price', { bare: '3' }]])

  expect([before === null, before === 'later', after]).toEqual([false, false, 'later'])
  expect(document.text()).toBe(shop.replace('&p 2', '&p 3'))
})

test('all values of an edit or none', () => {
  const document = editableDocument('products:\n  A:\n    title: A\n    price: &p 2\n')

  const edit = document.edit({ section: 'products', key: 'A' }, [
    ['title', 'New'],
    ['price', undefined],
  ])

  expect(edit).toBeNull()
  expect(document.text()).toBe('products:\n  A:\n    title: A\n    price: &p 2\n')
})
