import { expect, test } from 'vitest'
import { twoStores } from '../../../support/overlaid-catalogue.ts'
import { loadWritten, problemLines, type WrittenFiles } from '../../../support/written-catalogue.ts'

async function everyLine(files: WrittenFiles, store?: string): Promise<string[]> {
  const loaded = await loadWritten(
    { 'planogram.yaml': twoStores, ...files },
    { everyStore: true, ...(store === undefined ? {} : { store }) },
  )
  return problemLines({ ...loaded, problems: loaded.problems.filter(({ severity }) => severity === 'error') })
}

const base = 'products: { A: { title: Tee, price: 5, categories: [c], weight: heavy } }\ncategories: { c: { name: C } }\n'

test('overlays of other stores are checked, what they make of the catalogue too, and nothing is said twice', async () => {
  const lines = await everyLine({ 'base.yaml': base, 'over/x.yaml': 'categories: { c: !remove , d: { nome: D } }\n' }, 'plain')

  expect(lines).toEqual([
    'base.yaml:1:65 wrong-type: "weight" must be a number such as 0.2, found "heavy"',
    'over/x.yaml:1:33 unknown-key: unknown key "nome" > Did you mean "name"?',
  ])
})

test('a problem of the catalogue that only another store has names that store', async () => {
  const clean = base.replace(', weight: heavy', '')

  const lines = await everyLine(
    { 'base.yaml': clean, 'over/x.yaml': 'categories: { c: !remove }\nproducts: { B: { title: B, price: 1 } }\n' },
    'plain',
  )

  expect(lines).toEqual([
    'base.yaml:1:53 references-exist: A names the category "c", which is not in the catalogue (store shop) > Add it under `categories`, or remove it here.',
  ])
})

test('the same problem of two stores is shown once', async () => {
  const one = await everyLine({ 'base.yaml': base, 'over/x.yaml': 'products: { A: { price: 6 } }\n' })

  expect(one).toEqual(['base.yaml:1:65 wrong-type: "weight" must be a number such as 0.2, found "heavy"'])
})
