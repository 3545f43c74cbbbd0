import { resources } from '../../resources/registry.ts'
import type { Statements } from '../database/statements.ts'
import { quoted } from '../database/table-sql.ts'
import type { FilesApi } from '../files/files-api.ts'
import { collated } from '../rows/collation.ts'
import type { RowContext } from '../rows/row-context.ts'
import type { Finding } from './finding.ts'
import { lintGrids } from './lint-grids.ts'
import { lintPictures } from './lint-pictures.ts'
import { lintReferences } from './lint-references.ts'
import { lintValues } from './lint-values.ts'

type Linted = Pick<RowContext, 'statements' | 'switches'>

/** Products and categories that share the address {base_url}/<slug> (assumptions.md W35). */
function lintSlugs(statements: Statements): readonly Finding[] {
  const rows = statements.rows(
    `WITH named (resource, key, slug) AS (
       SELECT 'Product', sku, slug FROM Product WHERE slug > '' UNION ALL SELECT 'Cat', code, slug FROM Cat WHERE slug > '')
     SELECT resource, key, slug, (SELECT group_concat(o.key, ', ') FROM named AS o WHERE o.slug = n.slug AND (o.resource, o.key) != (n.resource, n.key))
     FROM named AS n WHERE slug IN (SELECT slug FROM named GROUP BY slug HAVING count(*) > 1) ORDER BY slug, resource, key`,
  )
  return rows.map(([resource, key, slug, others]) => ({
    rule: 'slug',
    resource: resource === 'Cat' ? 'Cat' : 'Product',
    key: String(key),
    message: `the slug ${String(slug)} is also used by ${String(others)}`,
  }))
}

/** Keys that differ only by case or by spaces around them (assumptions.md W32). */
function lintKeys(statements: Statements): readonly Finding[] {
  return resources.flatMap(({ name, key, identity }) => {
    if (key === null || identity !== 'own') return []
    const [table, column] = [quoted(name), quoted(key)]
    const rows = statements.rows(
      `SELECT ${column}, lower(trim(${column})) AS folded FROM ${table}
       WHERE lower(trim(${column})) IN (SELECT lower(trim(${column})) FROM ${table} GROUP BY 1 HAVING count(*) > 1) ORDER BY folded, ${column}`,
    )
    return [...Map.groupBy(rows, ([, folded]) => String(folded)).values()].flatMap((alike) =>
      alike.map(([own]): Finding => {
        const others = alike.map(([each]) => String(each)).filter((each) => each !== String(own))
        return {
          rule: 'key-case',
          resource: name,
          key: String(own),
          message: `the ${key} differs from ${others.join(', ')} only by case or spaces`,
        }
      }),
    )
  })
}

/** Variants whose code is also the sku of a product: prices and stock of the two are mixed up (assumptions.md W33). */
function lintSharedKeys({ statements, switches }: Linted): readonly Finding[] {
  const rows = statements.rows(
    `SELECT v.code, v.sku FROM Variants AS v JOIN Product AS p ON ${collated('p.sku', switches)} = v.code ORDER BY v.code`,
  )
  return rows.map(([code, sku]) => ({
    rule: 'shared-key',
    resource: 'Variants',
    key: String(code),
    message: `the code of this variant of ${String(sku)} is also the sku of a product`,
  }))
}

/** Variants of products with advanced options that no choice selects, because they have no VariantOptions rows (assumptions.md W40). */
function lintVariantOptions({ statements, switches }: Linted): readonly Finding[] {
  const rows = statements.rows(
    `SELECT v.code, v.sku FROM Variants AS v JOIN Product AS p ON ${collated('p.sku', switches)} = v.sku
     WHERE p.option_type = 'Matrix' AND p.options_advanced = 'true' AND NOT EXISTS (SELECT 1 FROM VariantOptions AS o WHERE ${collated('o.variant_code', switches)} = v.code)
     ORDER BY v.sku, v.code`,
  )
  return rows.map(([code, sku]) => ({
    rule: 'variant-options',
    resource: 'Variants',
    key: String(code),
    message: `${String(sku)} has advanced options, but this variant has no VariantOptions rows: no choice selects it`,
  }))
}

/** Every finding of a store. Read-only. */
export function lintStore(linted: Linted, files: FilesApi): readonly Finding[] {
  const { statements } = linted
  return [
    ...lintGrids(statements),
    ...lintReferences(linted),
    ...lintSlugs(statements),
    ...lintPictures(statements, files),
    ...lintKeys(statements),
    ...lintSharedKeys(linted),
    ...lintVariantOptions(linted),
    ...lintValues(statements),
  ]
}
