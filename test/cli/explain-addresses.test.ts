import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { builtProgram, planogram } from '../support/command-line.ts'
import { type ShopFolder, shopFolder } from '../support/shop-folder.ts'

function shop(): ShopFolder {
  return shopFolder({
    'planogram.yaml': 'stores: { local: { emulator: true } }\ndefault_store: local\n',
    'shop.yaml': `groups: { dealer: { title: Dealers } }
categories: { sale: { name: Sale }, tees: { name: Tees, parents: { sale: 3 } } }
products:
  TEE:
    title: Tee
    price: 5
    categories: [tees]
    access: [dealer]
    attributes: { Material: Cotton, Fibre content: 50 % }
    options: { size: { label: Size, values: { s: Small } } }
    variants: { matrix: "{sku}-{size}", each: { price: 5 } }
  A/B 50%: { title: Odd, price: 5, attributes: { Half & half: "yes" } }
`,
  })
}

async function explain(folder: ShopFolder, address: string): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return await planogram(folder.root, ['explain', address, '--offline'])
}

test.each([
  ['attribute.TEE>Material', 'product.TEE/attribute.Material'],
  ['attribute.TEE>Fibre content', 'product.TEE/attribute.Fibre%20content'],
  ['attribute.A/B 50%25>Half & half', 'product.A%2FB%2050%25/attribute.Half%20%26%20half'],
  ['attribute.TEE>Material.value', 'product.TEE/attribute.Material.value'],
  ['attribute.TEE>Material#2', 'product.TEE/attribute.Material'],
  ['category-place.tees>sale', 'category.tees/parent.sale'],
  ['product-place.TEE>tees', 'product.TEE/category.tees'],
  ['access.TEE>dealer', 'product.TEE/access.dealer'],
  ['option.TEE>size', 'product.TEE/option.size'],
  ['variant-option.TEE-s>size', 'variant.TEE-s/option.size'],
  ['product.TEE>image', 'product.TEE.image'],
  ['attribute.TEE', 'product.TEE/attribute'],
  ['attribute.TEE/Material', 'product.TEE/attribute.Material'],
  ['option', 'product.SKU/option'],
])('%s has the form of an older version, and the message names the present one', async (former, present) => {
  using folder = shop()

  const refused = await explain(folder, former)
  const followed = await explain(folder, present.replace('SKU', 'TEE'))

  expect(refused).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: `error[wrong-usage]: The address ${former} has the form of an older version.\n  help: Write ${present}.\n`,
  })
  expect([followed.exitCode, followed.stderr]).toEqual([0, ''])
})

test.each([
  ['product.TEE/attribute.Materiel', 'product.TEE/attribute.Material'],
  ['product.TEE/attributes.Material', 'product.TEE/attribute.Material'],
  ['product.TEE.attributes.Fibre content', 'product.TEE/attribute.Fibre%20content'],
  ['product.A/B 50%', 'product.A%2FB%2050%25'],
  ['category.tees/sale', 'category.tees/parent.sale'],
  ['Product.TEE', 'product.TEE'],
])('%s is unknown, and the message names what is near', async (address, near) => {
  using folder = shop()

  const ended = await explain(folder, address)

  expect(ended).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: `error[wrong-usage]: The catalogue has nothing at the address ${address}.\n  help: Did you mean ${near}?\n`,
  })
})

test('a key may be encoded or, in quotes, as it is; the number of a row of a plan is accepted', async () => {
  using folder = shop()
  const asked = ['product.A%2FB%2050%25/attribute.Half%20%26%20half', 'product.A%2fB 50%/attribute.Half & half']
  const numbered = 'product.A%2FB%2050%25/attribute.Half%20%26%20half:2'

  const texts = await Promise.all([...asked, numbered].map(async (address) => (await explain(folder, address)).stdout))
  const below = await explain(folder, 'product.A%2FB%2050%25/')

  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toBe(`product.A%2FB%2050%25/attribute.Half%20%26%20half  for store local
shop.yaml:12:50

value  yes
       shop.yaml:12:63
sort   10
       derived from the entry
`)
  expect(below.stdout).toBe('product.A%2FB%2050%25/attribute.Half%20%26%20half  shop.yaml:12:50\n')
})

test('bash passes the addresses of a record on without quotes, and no file appears', async () => {
  using folder = shop()
  const addresses = ['product.TEE/attribute.Fibre%20content', 'category.tees/parent.sale', 'variant.TEE-s/option.size.o_value']
  const before = readdirSync(folder.root)

  const lines = await Promise.all(
    addresses.map(async (address) => {
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-c', `"$0" "$1" explain ${address} --offline`, process.execPath, builtProgram],
        {
          cwd: folder.root,
        },
      )
      return stdout.split('\n')[0]
    }),
  )

  expect(lines).toEqual(addresses.map((address) => `${address}  for store local`))
  expect(readdirSync(folder.root)).toEqual(before)
})

test('the old address of a record that has moved names the new one, also for a part of it and at the end of a chain', async () => {
  using folder = shopFolder({
    'shop.yaml': `products:
  SHIRT: { title: Tee, price: 5, attributes: { Fit: Regular } }
  MUG: { title: Mug, price: 8 }
moved:
  - { from: TEE, to: TOP }
  - { from: TOP, to: SHIRT }
  - { from: product.OLD%20MUG, to: MUG }
`,
  })

  const whole = await explain(folder, 'product.TEE')
  const part = await explain(folder, 'product.TEE/attribute.Fit.value')
  const odd = await explain(folder, 'product.OLD%20MUG')
  const json = await planogram(folder.root, ['explain', 'product.TEE', '--offline', '--format', 'json'])
  const unknown = await explain(folder, 'product.TEES')

  expect([whole.exitCode, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toBe(`product.TEE  for store local
moved to product.SHIRT  at shop.yaml:5:5
To see it, run planogram explain product.SHIRT.
`)
  expect(part.stdout).toBe(`product.TEE/attribute.Fit.value  for store local
moved to product.SHIRT/attribute.Fit.value  at shop.yaml:5:5
To see it, run planogram explain product.SHIRT/attribute.Fit.value.
`)
  expect(odd.stdout).toContain('moved to product.MUG')
  expect(JSON.parse(json.stdout)).toEqual({
    address: 'product.TEE',
    resource: 'Product',
    store: 'local',
    live_failure: null,
    at: { file: 'shop.yaml', line: 5, column: 5 },
    moved_to: 'product.SHIRT',
    rows: [],
    taken_away: [],
    below: [],
  })
  expect(unknown.exitCode).toBe(64)
})
