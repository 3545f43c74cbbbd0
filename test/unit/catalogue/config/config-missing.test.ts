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
