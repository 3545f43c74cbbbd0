import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

/** A schema file, and the file of a document. */
export type Validated = readonly [schema: string, document: string]

/** Validates each pair; one shell for all: starting a program takes a busy worker longer than xmllint takes. */
const script = 'while [ $# -gt 0 ]; do xmllint --noout --nonet --schema "$1" "$2" 2> "$2.told"; echo $?; shift 2; done'

/** The message of xmllint for each document; `null` if it is valid. A schema that does not compile throws. */
export async function schemaFaults(pairs: readonly Validated[]): Promise<readonly (string | null)[]> {
  const { stdout } = await run('sh', ['-c', script, 'sh', ...pairs.flat()])
  const statuses = stdout.trim().split('\n')
  if (statuses.length !== pairs.length) throw new Error(`xmllint looked at ${statuses.length} of ${pairs.length} documents`)
  return pairs.map(([, document], index) => {
    if (statuses[index] === '0') return null
    const told = readFileSync(`${document}.told`, 'utf8')
    if (/fails to compile|Schemas parser error/.test(told)) throw new Error(told)
    return told
  })
}
