import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { schemaFiles } from '../../src/cli/commands/schema.ts'
import { apiPage } from './api-page.ts'
import { ciExample } from './ci-example.ts'
import { errorsPage } from './errors-page.ts'
import { configPage, keysPage } from './keys-pages.ts'
import { clientScriptModule } from './link-script.ts'
import { writePictures } from './pictures.ts'
import { rulesPages } from './rules-page.ts'

/**
 * Writes `schemas/`, `docs/api.md`, `docs/rules.md`, `docs/rules/`, `docs/errors.md`, `docs/keys.md`, `docs/config.md`, the script of the report page and the workflow of
 * `examples/ci/`, and with `--pictures` the pictures of `catalog.example`.
 */
const root = resolve(import.meta.dirname, '../..')

mkdirSync(join(root, 'schemas'), { recursive: true })
for (const [name, text] of Object.entries(schemaFiles('7'))) {
  writeFileSync(join(root, 'schemas', name), text)
  console.log(`wrote schemas/${name}`)
}

writeFileSync(join(root, 'docs/api.md'), apiPage())
console.log('wrote docs/api.md')

rmSync(join(root, 'docs/rules'), { recursive: true, force: true })
mkdirSync(join(root, 'docs/rules'))
const pages = rulesPages()
for (const [path, text] of pages) writeFileSync(join(root, path), text)
console.log(`wrote docs/rules.md and ${pages.size - 1} pages in docs/rules/`)

writeFileSync(join(root, 'docs/errors.md'), errorsPage())
console.log('wrote docs/errors.md')

writeFileSync(join(root, 'docs/keys.md'), keysPage())
writeFileSync(join(root, 'docs/config.md'), configPage())
console.log('wrote docs/keys.md and docs/config.md')

writeFileSync(join(root, 'src/report/html/client-script.ts'), clientScriptModule())
console.log('wrote src/report/html/client-script.ts')
writeFileSync(join(root, 'examples/ci/github/planogram.yml'), ciExample())
console.log('wrote examples/ci/github/planogram.yml')

if (process.argv.includes('--pictures')) {
  const { pictures, bytes } = writePictures(join(root, 'catalog.example/images'))
  console.log(`wrote ${pictures} pictures, ${Math.round(bytes / 1000)} KB`)
}
