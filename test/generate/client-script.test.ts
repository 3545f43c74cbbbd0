import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { clientScript } from '../../src/report/html/client-script.ts'
import { clientScriptModule } from './link-script.ts'

const root = resolve(import.meta.dirname, '../..')

test('the script of the report page is what its modules make; `npm run generate` writes it', () => {
  expect(readFileSync(resolve(root, 'src/report/html/client-script.ts'), 'utf8')).toBe(clientScriptModule())
})

test('the script is one script that can be in a page, with the licence of what it contains', () => {
  const compiled = new Script(clientScript)

  expect(compiled).toBeInstanceOf(Script)
  expect(clientScript).not.toContain('</script')
  expect(clientScript).toContain('BSD 3-Clause License')
})
