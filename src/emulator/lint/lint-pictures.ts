import { resources } from '../../resources/registry.ts'
import type { Statements } from '../database/statements.ts'
import { quoted } from '../database/table-sql.ts'
import type { FilesApi } from '../files/files-api.ts'
import type { Finding } from './finding.ts'

/** Fields that name a file which does not exist (assumptions.md W41). */
export function lintPictures(statements: Statements, files: FilesApi): readonly Finding[] {
  return resources.flatMap(({ name: resource, natural, fields }) =>
    Object.entries(fields).flatMap(([field, declared]) => {
      if (declared.kind !== 'file') return []
      const own = natural.map((name) => `coalesce(${quoted(name)}, '')`).join(` || ' ' || `)
      const rows = statements.rows(`SELECT ${own}, ${quoted(field)} FROM ${quoted(resource)} WHERE ${quoted(field)} > '' ORDER BY 1`)
      return rows.flatMap(([key, file]): readonly Finding[] => {
        const path = `${declared.folder}/${String(file)}`
        const exists = (files.entry(path)?.blob ?? null) !== null
        return exists ? [] : [{ rule: 'picture', resource, key: String(key), message: `${field} is ${path}, which does not exist` }]
      })
    }),
  )
}
