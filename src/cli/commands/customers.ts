import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../catalogue/config/config.ts'
import { exitCodes, OperationalError } from '../../errors.ts'
import { checkGroups } from '../../orders/customers/check-groups.ts'
import { compareCustomers, type CustomerChange } from '../../orders/customers/compare-customers.ts'
import { type ListedCustomer, readCustomerList } from '../../orders/customers/customer-list.ts'
import type { ListProblem } from '../../orders/customers/read-csv.ts'
import { type CustomerResult, writable, writeCustomers } from '../../orders/customers/write-customers.ts'
import { customersText } from '../../report/customers-text.ts'
import { jsonText } from '../../report/json-text.ts'
import { sanitizeLine } from '../../report/sanitize.ts'
import { countOf } from '../../source/counts.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { readConfigured } from '../configured-state.ts'
import { confirmWrite } from '../confirm-write.ts'
import { connectWithoutState } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { startProgressLine } from '../progress-line.ts'
import { readInput } from '../read-input.ts'
import type { Surroundings } from '../surroundings.ts'
import type { CustomersOptions } from './customers-usage.ts'

/** Customers that a terminal lists without `--verbose`. */
const mostListed = 50

/** The customers of a file, and the store that gets them. */
interface Session {
  readonly list: readonly ListedCustomer[]
  readonly store: StoreClient
  readonly config: Config
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** `planogram customers <file>`: makes the store have the customers of a file. Reads the config, the file and the store. */
export async function customers(options: CustomersOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { file, format, dryRun, autoApprove } = options
  const list = checked(readCustomerList(await textOf(file, surroundings)), file)
  const { root, config } = readConfigured(global, surroundings)
  await using connection = await connectWithoutState({ root, config }, { output, surroundings })
  const { store } = connection
  const problems = await checkGroups(store, list)
  if (problems.length > 0) throw invalid(file, problems)

  const session = { list, store, config, output, surroundings }
  const changes = await compared(session)
  const canLeave = store.capabilities.deletes === 'generic'
  const print = (text: string): Promise<void> | void => (format === 'text' ? output.result(text) : output.note(text))
  const most = global.verbose ? Number.POSITIVE_INFINITY : mostListed
  await print(customersText(changes, list.length - changes.length, { theme: output.theme, width: output.width, most, canLeave }))
  if (!canLeave && changes.some(({ leaves }) => leaves.length > 0)) output.warn(cannotLeave)
  const open = changes.filter((change) => writable(change, store).length > 0)
  if (open.length === 0 || dryRun) {
    await printJson(options, { changes, result: null, output })
    if (dryRun) output.note('Nothing was written.\n')
    return exitCodes.done
  }
  const question = `Write ${countOf(open.length, 'customer')} to ${store.name} (${store.baseUrl})`
  await confirmWrite({ store, question, what: 'the changes', isProtected: config.store.protected, autoApprove }, global, surroundings)
  const { result, exitCode } = await write(open, session)
  await printJson(options, { changes, result, output })
  for (const [username, why] of result.failures) output.warn(`${sanitizeLine(`${username}: ${why}`)}\n`)
  output.note(`${countOf(result.written.length, 'customer')} of store ${store.name} written, ${result.failures.size} failed\n`)
  return exitCode ?? (result.failures.size > 0 ? exitCodes.partial : exitCodes.done)
}

async function compared({ store, list, output, surroundings }: Session): Promise<readonly CustomerChange[]> {
  using progress = startProgressLine(output, surroundings)
  return await compareCustomers(store, list, (records) => progress.onProgress({ kind: 'reading-store', resource: 'Customer', records }))
}

const cannotLeave =
  'Memberships do not end: that this store can delete rows is not known. Remove them in its administration, or set `capabilities.deletes: generic` in the config where it can.\n'

async function textOf(file: string, surroundings: Surroundings): Promise<string> {
  const bytes = await readInput(file, surroundings)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new OperationalError('list-invalid', `${nameOf(file)} is not UTF-8.`, { fix: 'Save it as "CSV UTF-8".', cause })
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : sanitizeLine(basename(file))
}

function checked(read: ReturnType<typeof readCustomerList>, file: string): readonly ListedCustomer[] {
  if ('problems' in read) throw invalid(file, read.problems)
  if (read.length > 0) return read
  throw new OperationalError('list-invalid', `${nameOf(file)} has no customers.`, {
    fix: 'Its first line has the names of fields, such as username,email,groups; each line after it is a customer.',
  })
}

/** Problems that a message lists. */
const mostProblems = 20

function invalid(file: string, problems: readonly ListProblem[]): OperationalError {
  const lines = problems
    .slice(0, mostProblems)
    .map(({ line, column, message }) => `\n  ${nameOf(file)}:${line}:${column}: ${sanitizeLine(message)}`)
  const more = problems.length > mostProblems ? `\n  ... and ${problems.length - mostProblems} more` : ''
  const message = `${nameOf(file)} has ${countOf(problems.length, 'error')}; nothing was written.${lines.join('')}${more}`
  return new OperationalError('list-invalid', message)
}

async function write(
  shown: readonly CustomerChange[],
  { list, store, config, output, surroundings }: Session,
): Promise<{ readonly result: CustomerResult; readonly exitCode: number | null }> {
  const { recordsPerRequest, settleMs } = config.limits
  const { sleep = (milliseconds: number) => wait(milliseconds) } = surroundings
  const stopping = new AbortController()
  using progress = startProgressLine(output, surroundings)
  let exitCode: number | null = null
  const off = surroundings.onSignal((signal) => {
    exitCode = signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
    if (stopping.signal.aborted) surroundings.abandon(exitCode)
    stopping.abort()
  })
  try {
    const result = await writeCustomers({
      store,
      list,
      shown,
      recordsPerRequest,
      settleMs,
      sleep,
      stop: stopping.signal,
      onProgress: (done) => progress.onProgress({ kind: 'writing-customers', done, all: shown.length }),
      onLost: (message) => output.warn(`${message} What the store has is read in ${settleMs / 1000} s.\n`),
    })
    return { result, exitCode }
  } finally {
    off()
  }
}

async function printJson(
  { format }: CustomersOptions,
  {
    changes,
    result,
    output,
  }: { readonly changes: readonly CustomerChange[]; readonly result: CustomerResult | null; readonly output: ProgramOutput },
): Promise<void> {
  if (format === 'text') return
  const plain = changes.map(({ username, action, fields, joins, leaves }) => ({
    username,
    action,
    fields,
    joins,
    leaves: leaves.map(({ group }) => group),
  }))
  const failures = [...(result?.failures ?? [])].map(([username, message]) => ({ username, message }))
  await output.result(`${jsonText({ format_version: '1', written: result?.written.length ?? 0, changes: plain, failures }, 2)}\n`)
}
