import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { resources } from '../../../src/resources/registry.ts'

const source = join(import.meta.dirname, '../../../src')
const files = globSync('**/*.{ts,tsx}', { cwd: source }).map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))

/** Files that read a trait: outside the declarations themselves. */
function readersOf(trait: string): string[] {
  const declarations = new Set(['resource.ts', ...resources.map(({ name }) => `${kebab(name)}.ts`)])
  const word = new RegExp(`\\b${trait}\\b`)
  return files
    .filter(({ path, text }) => !(path.startsWith('resources/') && declarations.has(basename(path))) && word.test(text))
    .map(({ path }) => path)
}

function kebab(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

test('every trait of a resource is declared by several resources and read outside the declarations', () => {
  const traits = [
    'noun',
    'upsertBy',
    'titleField',
    'slugField',
    'orderField',
    'skuField',
    'stage',
    'addressKind',
    'authored',
    'hiddenBy',
    'metaFields',
    'removal',
  ]
  const uses = traits.map((trait) => ({
    trait,
    declared: resources.filter((resource) => Object.hasOwn(resource, trait)).length,
    readers: readersOf(trait).length,
  }))

  expect(files.length).toBeGreaterThan(500)
  expect(uses.filter(({ declared, readers }) => declared < 2 || readers < 1)).toEqual([])
})

/** Values by resource at run time, and what one stage alone knows of a resource. */
const tables: Readonly<Record<string, string>> = {
  'records/desired.ts': 'the root records of a catalogue',
  'resources/capabilities.ts': 'the field names of a store',
  'resources/record-tree.ts': 'the children of a record',
  'diff/diff-store.ts': 'the streams of live records',
  'workspace/plan-live.ts': 'the streams of live records',
  'workspace/base-desired.ts': 'the root records that were applied',
  'live/holders.ts': 'the keys that are asked for',
  'pull/collapse/managed-part.ts': 'the children of a record',
  'live/whole-scopes.ts': 'the fields of a store',
  'plan/created-tree.ts': 'the children of a record',
  'wire/record-scanner.ts': 'the children of a record',
  'apply/undo/restore-rows.ts': 'the children of a record',
  'catalogue/config/understand-config.ts': 'the field names of a store',
  'emulator/effects/open-effects.ts': 'what the embedded store does after a write',
  'emulator/rows/wire-names.ts': 'names that only the embedded store renames',
  'emulator/rows/write/row-identity.ts': 'how the embedded store identifies rows: its own reading of platform.md, on purpose',
  'rules/markup-in-names.ts': 'the texts that one rule looks at',
  'rules/product-digest.ts': 'the fields that are kept of a product',
}

test('no table keyed by the name of a resource is a missing trait', () => {
  const keyed = /Record<(?:Root|Resource)Name\b/
  const found = files.filter(({ path, text }) => keyed.test(text) && !/(?:^|\/)expand\/|\/cache\//.test(path)).map(({ path }) => path)

  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((path) => tables[path] === undefined)).toEqual([])
})
