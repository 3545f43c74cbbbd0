import { exitCodes, OperationalError } from '../../errors.ts'
import { partsOf } from '../../records/arriving-records.ts'
import { leftOutSecrets, type RecordPart, type RecordView, viewedParts } from '../../report/records/record-view.ts'
import { recordsCsv, severalRows } from '../../report/records/records-csv.ts'
import { recordsJson } from '../../report/records/records-json.ts'
import { recordsTable } from '../../report/records/records-table.ts'
import { recordsYaml } from '../../report/records/records-yaml.ts'
import { sanitize, sanitizeLine } from '../../report/sanitize.ts'
import { resourceOf } from '../../resources/registry.ts'
import { countOf } from '../../source/counts.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { resultSetTexts } from '../../wire/result-set-writer.ts'
import { readConfigured } from '../configured-state.ts'
import { connectWithoutState } from '../connect.ts'
import { checkQuery } from '../get/check-query.ts'
import { parseQuery } from '../get/parse-query.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { startProgressLine } from '../progress-line.ts'
import type { Surroundings } from '../surroundings.ts'
import type { GetOptions } from './get-usage.ts'

/** One read that is printed. */
interface Printing {
  readonly view: RecordView
  readonly format: GetOptions['format']
  readonly store: StoreClient
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** What was found while records were printed. */
interface Found {
  records: number
  /** Fields for which a table has no room. */
  hidden: readonly string[]
  /** Fields for which CSV has no column. */
  readonly unknown: Set<string>
}

/** `planogram get <spec> [field=value...]`: prints records as they arrive. Reads only the config and the store. */
export async function get(options: GetOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { format, any, search, limit } = options
  const parsed = parseQuery(options)
  await using connection = await connectWithoutState(readConfigured(global, surroundings), { output, surroundings })
  const { store } = connection
  const { query, view } = await checkQuery(parsed, store)
  if (format === 'csv') refuseCombinations(view)
  const records = store.readMatching({
    ...query,
    match: any ? 'any' : 'all',
    ...(search === undefined ? {} : { search }),
    ...(limit === undefined ? {} : { limit }),
  })
  return await print(partsOf(records), { view, format, store, output, surroundings })
}

async function print(parts: AsyncIterable<RecordPart>, printing: Printing): Promise<number> {
  const { view, store, output } = printing
  const found: Found = { records: 0, hidden: [], unknown: new Set() }
  if (!(await printRecords(parts, printing, found))) return exitCodes.done
  const secrets = leftOutSecrets(view)
  if (found.hidden.length > 0) output.note(hiddenText(found.hidden))
  if (secrets.length > 0) output.note(`Not printed: ${secrets.join(', ')} (secret)\n`)
  const { one, many } = resourceOf(view.resource).noun
  output.note(`${countOf(found.records, one, many)} of store ${store.name} (${store.baseUrl})\n`)
  if (found.unknown.size === 0) return exitCodes.done
  const names = [...found.unknown].map(sanitizeLine).join(', ')
  output.warn(
    `Left out, because the first records do not have them: ${names}. Name the fields with \`--fields\`, or use \`--format json\`.\n`,
  )
  return exitCodes.error
}

/** Prints records as they arrive, with progress on stderr; false where nobody reads the rest, as with `| head`. */
async function printRecords(parts: AsyncIterable<RecordPart>, printing: Printing, found: Found): Promise<boolean> {
  const { view, format, output, surroundings } = printing
  const isTerminal = surroundings.stdout.isTTY === true
  const isRaw = format === 'xml' || format === 'csv'
  using progress = startProgressLine(output, surroundings)
  const counted = async function* (): AsyncGenerator<RecordPart> {
    for await (const part of parts) {
      found.records += part.length
      progress.onProgress({ kind: 'reading-store', resource: view.resource, records: found.records })
      yield part
    }
  }
  for await (const text of textsOf(viewedParts(counted(), view), printing, found)) {
    // Progress and a result on the same terminal would overwrite each other.
    if (isTerminal) progress[Symbol.dispose]()
    await output.result(isTerminal && isRaw ? sanitize(text.replaceAll('\r\n', '\n')) : text)
    if (output.isClosed()) return false
  }
  return true
}

function textsOf(parts: AsyncIterable<RecordPart>, { view, format, store, output }: Printing, found: Found): AsyncIterable<string> {
  switch (format) {
    case 'table': {
      const onHidden = (names: readonly string[]): void => {
        found.hidden = names
      }
      return recordsTable(parts, view, { theme: output.theme, width: output.planWidth, onHidden })
    }
    case 'json':
      return recordsJson(parts)
    case 'yaml':
      return recordsYaml(parts)
    case 'xml':
      return resultSetTexts(parts, store.fieldNames)
    case 'csv':
      return recordsCsv(parts, view, (name) => found.unknown.add(name))
    default:
      return format satisfies never
  }
}

function hiddenText(names: readonly string[]): string {
  const shown = names.slice(0, 6).map(sanitizeLine).join(', ')
  const more = names.length > 6 ? ` and ${countOf(names.length - 6, 'more field', 'more fields')}` : ''
  return `No room for ${shown}${more}: choose with --fields\n`
}

/** The lines of a table would be all combinations of the rows of two resources. */
function refuseCombinations(view: RecordView): void {
  const several = severalRows(view).map(({ resource }) => resource)
  if (several.length < 2) return
  throw new OperationalError(
    'wrong-usage',
    `CSV has one line for each row of a child resource, and this read has ${several.join(' and ')}.`,
    {
      fix: 'Read them one by one, or use `--format json`.',
    },
  )
}
