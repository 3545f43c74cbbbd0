import { exitCodes, OperationalError } from '../../errors.ts'
import { sanitize, sanitizeLine } from '../../report/sanitize.ts'
import { shellWord } from '../../report/shell-word.ts'
import { isAnswerLost } from '../../store/failed-answer.ts'
import { namesNoRecord, type RawAnswer, type RawRequest, rawSubject, rawTarget } from '../../store/raw-request.ts'
import type { StoreClient } from '../../store/store-client.ts'
import { readConfigured } from '../configured-state.ts'
import { confirmWrite } from '../confirm-write.ts'
import { connectWithoutState } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { type ProgramOutput, programOutput } from '../program-output.ts'
import { readInput } from '../read-input.ts'
import { stopAtSignal } from '../stop-at-signal.ts'
import type { Surroundings } from '../surroundings.ts'
import type { ApiOptions } from './api-usage.ts'

/** One request to one store. */
interface Session {
  readonly store: StoreClient
  readonly request: RawRequest
  /** The request in messages. */
  readonly what: string
  readonly output: ProgramOutput
  readonly surroundings: Surroundings
}

/** `planogram api <method> <path>`: sends one request, once, and prints the answer. Reads only the config. */
export async function api(options: ApiOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const { method, include } = options
  const body = await readBody(options, surroundings)
  const loaded = readConfigured(global, surroundings)
  await using connection = await connectWithoutState(loaded, { output, surroundings })
  const { store } = connection
  const path = rawTarget(options.path, store.baseUrl)
  const session = { store, request: { method, path, ...(body && { body }) }, what: rawSubject(method, path), output, surroundings }
  if (method === 'DELETE' && namesNoRecord(path)) throw deletesEverything(path)
  if (method !== 'GET' && loaded.config.store.protected) await askForName(session, options, global)
  const answer = await send(session)
  if (include) await output.result(headText(answer))
  await printBody(answer, session)
  if (method !== 'GET')
    output.note(
      `${session.what} was sent once to store ${store.name}. It is not in the journal: the next plan shows it as a change in the store.\n`,
    )
  return exitCodes.done
}

/** The body of a write; `undefined` for a request without one. */
async function readBody({ method, input }: ApiOptions, surroundings: Surroundings): Promise<Uint8Array | undefined> {
  const isNeeded = method === 'POST' || method === 'PUT'
  if (input === undefined && !isNeeded) return undefined
  if (input === undefined)
    throw refused(`${method} needs a body.`, 'Name its file with `--input <file>`, or `--input -` for standard input.')
  if (!isNeeded) throw refused(`${method} has no body.`, 'Omit `--input`.')
  const body = await readInput(input, surroundings)
  if (body.length === 0) throw refused('The body is empty.', 'Write a ResultSet with the records: docs/get.md has an example.')
  return body
}

function deletesEverything(path: string): OperationalError {
  return refused(
    `DELETE ${path} names no record and no value: a store can delete every record.`,
    'Write `Product/<key>` or `PricingAdvanced?sku=<sku>`. Check the variables of the command line.',
  )
}

/** Asks for the name of a protected store, as `apply` does. */
function askForName({ store, what, surroundings }: Session, { autoApprove }: ApiOptions, global: GlobalOptions): Promise<void> {
  const subject = sanitizeLine(what)
  const question = `Send ${subject} to ${store.name} (${store.baseUrl})`
  return confirmWrite({ store, question, what: subject, isProtected: true, autoApprove }, global, surroundings)
}

async function send({ store, request, what, output, surroundings }: Session): Promise<RawAnswer> {
  if (request.method === 'GET') return await store.sendRaw(request)
  using _stopping = stopAtSignal(surroundings, () =>
    output.warn(`Stopped: whether the store performed ${what} is not known. ${readBackText(request)}\n`),
  )
  try {
    return await store.sendRaw(request)
  } catch (error) {
    throw withReadBack(error, request)
  }
}

/** The error of a write whose answer was lost: nobody knows what the store did, and nothing is sent again. */
function withReadBack(error: unknown, request: RawRequest): unknown {
  if (request.method === 'GET' || !isAnswerLost(error)) return error
  const { code, message, context, cause } = error
  const known = 'The store may have performed the write, and it was not sent again.'
  return new OperationalError(code, `${message} ${known}`, { fix: readBackText(request), context, cause })
}

function readBackText({ method, path }: RawRequest): string {
  const place = method === 'POST' ? `${path.replace(/\?.*$/, '')}/<key>` : path
  return `Read it back with \`planogram api GET ${shellWord(place)}\` before you send it again.`
}

/** Headers that open something for whoever reads them. */
const secretHeaders: ReadonlySet<string> = new Set(['set-cookie', 'authorization', 'proxy-authenticate'])

function headText({ status, headers }: RawAnswer): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${secretHeaders.has(name) ? '(hidden)' : each}`),
  )
  return `${[`HTTP ${status}`, ...lines].map(sanitizeLine).join('\n')}\n\n`
}

/** Bytes of an answer that are kept to find the fault in it. */
const longestFault = 65_536

/** Prints the body as it comes; then throws the error of an answer whose status is not a success. */
async function printBody({ body, errorIn }: RawAnswer, { request, output, surroundings }: Session): Promise<void> {
  const { stdout } = surroundings
  const decoder = new TextDecoder()
  const head: Uint8Array[] = []
  let size = 0
  let last = '\n'
  try {
    for await (const chunk of body) {
      if (size < longestFault) head.push(chunk)
      size += chunk.length
      if (stdout.isTTY === true) {
        last = sanitize(decoder.decode(chunk, { stream: true }).replaceAll('\r\n', '\n')) || last
        await output.result(last)
      } else await output.bytes(chunk)
      if (output.isClosed()) break
    }
  } catch (error) {
    throw withReadBack(error, request)
  }
  if (!last.endsWith('\n')) await output.result('\n')
  const error = errorIn(Buffer.concat(head).subarray(0, longestFault).toString('utf8'))
  if (error !== null) throw withReadBack(error, request)
}

function refused(message: string, fix: string): OperationalError {
  return new OperationalError('wrong-usage', message, { fix })
}
