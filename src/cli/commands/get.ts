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

async function print(parts: AsyncIterable<RecordPart>, { view, format, store, output, surroundings }: Printing): Promise<number> {
  const { stdout } = surroundings
  const isTerminal = stdout.isTTY === true
  const { one, many } = resourceOf(view.resource).noun
  const notes: string[] = []
  const unknown = new Set<string>()
  let count = 0
  {
    using progress = startProgressLine(output, surroundings)
    const counted = async function* (): AsyncGenerator<RecordPart> {
      for await (const part of parts) {
        count += part.length
        progress.onProgress({ kind: 'reading-store', resource: view.resource, records: count })
        yield part
      }
    }
    const shown = viewedParts(counted(), view)
    const look = { theme: output.theme, width: output.planWidth, onHidden: (names: readonly string[]) => notes.push(hiddenText(names)) }
    const texts: Readonly<Record<GetOptions['format'], () => AsyncIterable<string>>> = {
      table: () => recordsTable(shown, view, look),
      json: () => recordsJson(shown),
      yaml: () => recordsYaml(shown),
      xml: () => resultSetTexts(shown, store.fieldNames),
      csv: () => recordsCsv(shown, view, (name) => unknown.add(name)),
    }
    for await (const text of texts[format]()) {
      // Progress and a result on the same terminal would overwrite each other.
      if (isTerminal) progress[Symbol.dispose]()
      await output.result(isTerminal && (format === 'xml' || format === 'csv') ? sanitize(text.replaceAll('\r\n', '\n')) : text)
      // The reader of a pipe has what it needs: `| head`.
      if (output.isClosed()) return exitCodes.done
    }
  }
  const secrets = leftOutSecrets(view)
  for (const note of notes) output.note(note)
  if (secrets.length > 0) output.note(`Not printed: ${secrets.join(', ')} (secret)\n`)
  output.note(`${countOf(count, one, many)} of store ${store.name} (${store.baseUrl})\n`)
  if (unknown.size === 0) return exitCodes.done
  output.warn(
    `Left out, because the first records do not have them: ${[...unknown].map(sanitizeLine).join(', ')}. Name the fields with \`--fields\`, or use \`--format json\`.\n`,
  )
  return exitCodes.error
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
