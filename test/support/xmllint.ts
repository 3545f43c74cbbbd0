import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** True if xmllint is installed. In CI it must be; elsewhere its tests are skipped with a notice. */
export async function hasXmllint(): Promise<boolean> {
  try {
    await run('xmllint', ['--version'])
    return true
  } catch (error) {
    if (process.env['CI'] === 'true') throw new Error('xmllint is missing; CI needs it (libxml2-utils)', { cause: error })
    console.warn('xmllint is missing: the schema files are not checked here. Install libxml2-utils to check them.')
    return false
  }
}

/** The message of xmllint for each document, by file; `null` if it is valid. A schema that does not compile throws. */
export async function schemaFaults(schema: string, documents: readonly string[]): Promise<readonly (string | null)[]> {
  return Promise.all(
    documents.map(async (document) => {
      try {
        await run('xmllint', ['--noout', '--nonet', '--schema', schema, document])
        return null
      } catch (error) {
        const told = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
        if (/fails to compile|Schemas parser error/.test(told)) throw new Error(told, { cause: error })
        return told
      }
    }),
  )
}
