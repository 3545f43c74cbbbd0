import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadFlat } from '../../../support/written-catalogue.ts'

test('a folder without a config: the catalogue above is named', async () => {
  const root = mkdtempSync(join(tmpdir(), 'planogram-above-'))
  mkdirSync(join(root, 'shop/products'), { recursive: true })
  writeFileSync(join(root, 'shop/planogram.yaml'), 'stores: { local: { emulator: true } }\n')

  const below = loadFlat({ root: join(root, 'shop/products'), env: {} })
  const outside = loadFlat({ root, env: {} })

  await expect(below).rejects.toMatchObject({
    fix: `The catalogue is in ${join(root, 'shop')}: run the command there, or with \`--chdir ..\`.`,
  })
  await expect(outside).rejects.toMatchObject({ fix: expect.stringContaining('start one with `planogram init`') })
  rmSync(root, { recursive: true })
})

test('a config in another folder that does not exist is named with the folder where it was looked for', async () => {
  const root = mkdtempSync(join(tmpdir(), 'planogram-config-'))
  writeFileSync(join(root, 'planogram.yaml'), 'stores: { local: { emulator: true } }\n')

  const above = loadFlat({ root, configFile: '../missing.yaml', env: {} })
  const below = loadFlat({ root, configFile: 'configs/missing.yaml', env: {} })

  const fix = `Give \`--config\` a file that exists; its path starts in the folder of the catalogue, ${root}.`
  await expect(above).rejects.toMatchObject({ message: `There is no missing.yaml in ${tmpdir()}.`, fix })
  await expect(below).rejects.toMatchObject({ message: `There is no missing.yaml in ${join(root, 'configs')}.`, fix })
  rmSync(root, { recursive: true })
})

test('beside another config, `planogram.yaml` is no document', async () => {
  const root = mkdtempSync(join(tmpdir(), 'planogram-config-'))
  mkdirSync(join(root, '.alt'))
  for (const config of ['planogram.yaml', '.alt/shop.yaml']) writeFileSync(join(root, config), 'stores: { local: { emulator: true } }\n')
  writeFileSync(join(root, 'mug.yaml'), 'products: { MUG: { title: Mug, price: 8 } }\n')

  const loaded = await loadFlat({ root, configFile: '.alt/shop.yaml', env: {} })

  expect(loaded.problems).toEqual([])
  expect(loaded.desired.roots.Product).toHaveLength(1)
  rmSync(root, { recursive: true })
})
