import { expect, test } from 'vitest'
import { onePixel, validateShop } from './validate-shop.ts'

test('a picture that is not there', async () => {
  const report = await validateShop({
    'images/tee.png': onePixel,
    'shop.yaml':
      'products:\n  MUG: { title: Mug, price: 1, image: images/tee.png }\n  TEE:\n    title: Tee\n    price: 1\n    image: images/tea.png\n',
  })

  expect(report).toMatchInlineSnapshot(`
    "error[pictures-exist]: the picture images/tea.png does not exist
      --> shop.yaml:6:12
      5 │     price: 1
    > 6 │     image: images/tea.png
        │            ^^^^^^^^^^^^^^
      help: Did you mean "images/tee.png"? A path starts at the root of the catalogue, or with ./ beside the document.

    1 error in 1 file
    exit 65"
  `)
})

test('a picture that is text', async () => {
  const report = await validateShop({
    'images/tee.png': 'This is not a picture.\n',
    'shop.yaml': 'products:\n  TEE:\n    title: Tee\n    price: 1\n    image: images/tee.png\n',
  })

  expect(report).toMatchInlineSnapshot(`
    "error[pictures-are-pictures]: the picture images/tee.png is text
      --> shop.yaml:5:12
      4 │     price: 1
    > 5 │     image: images/tee.png
        │            ^^^^^^^^^^^^^^
      help: Provide a PNG, JPEG, GIF, WebP or SVG file.

    1 error in 1 file
    exit 65"
  `)
})

test('an extra picture with a code of 26 characters', async () => {
  const report = await validateShop({
    'images/tee.png': onePixel,
    'shop.yaml': `products:
  TEE:
    title: Tee
    price: 1
    extra_images:
      - { image: images/tee.png, code: ABCDEFGHIJKLMNOPQRSTUVWXYZ }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[code-lengths]: ExtraImages code "ABCDEFGHIJKLMNOPQRSTUVWXYZ" has 26 characters; the maximum is 25
      --> shop.yaml:6:40
      5 │     extra_images:
    > 6 │       - { image: images/tee.png, code: ABCDEFGHIJKLMNOPQRSTUVWXYZ }
        │                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^
      help: Shorten it by 1 character.

    1 error in 1 file
    exit 65"
  `)
})

test('a category below itself', async () => {
  const report = await validateShop({
    'categories.yaml': `categories:
  apparel:
    name: Apparel
    parents: { tees: 10 }
  tops: { name: Tops, parents: [apparel] }
  tees:
    name: T-shirts
    parents: { tops: 20 }
`,
  })

  expect(report).toMatchInlineSnapshot(`
    "error[category-cycles]: category tops is below itself: apparel > tees > tops > apparel
      --> categories.yaml:5:33
      4 │     parents: { tees: 10 }
    > 5 │   tops: { name: Tops, parents: [apparel] }
        │                                 ^^^^^^^
      6 │   tees:
      note: the cycle starts here
      --> categories.yaml:4:16
      3 │     name: Apparel
    > 4 │     parents: { tees: 10 }
        │                ^^^^
      5 │   tops: { name: Tops, parents: [apparel] }
      help: Remove one of these parents.

    1 error in 1 file
    exit 65"
  `)
})

test('a category that does not exist', async () => {
  const report = await validateShop({
    'shop.yaml': 'categories: { tees: { name: Tees } }\nproducts:\n  TEE: { title: Tee, price: 1, categories: { tes: 10 } }\n',
  })

  expect(report).toMatchInlineSnapshot(`
    "error[references-exist]: TEE names the category "tes", which is not in the catalogue
      --> shop.yaml:3:46
      2 │ products:
    > 3 │   TEE: { title: Tee, price: 1, categories: { tes: 10 } }
        │                                              ^^^
      help: Did you mean "tees"? If not, add it under \`categories\`.

    1 error in 1 file
    exit 65"
  `)
})
