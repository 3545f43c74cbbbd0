import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { RunningEmulator } from '../src/emulator/emulator-options.ts'
import { startEmulator } from '../src/emulator/start-emulator.ts'
import { configText, emulatorEnv, emulatorKey } from './emulator-config.ts'
import { generateCatalogue } from './generate-catalogue.ts'
import { loadText, machineText, measure, type Measurement, spreadOf } from './measure.ts'

/*
 * Measures `apply` of new products with 6 variants and 9 price entries against the least that it contains, in turns: a cold plan of a store that has them, which
 * reads the catalogue and the store once and finds no change, and the same writes sent from files; and, where the folder of the floor of `bench/race.ts` is given, against a
 * program that reads the same with js-yaml and the scanner of the floor. Arguments: the number of products (default 10,000), of rounds (default 3), the folder of the floor.
 * Prints seconds, processor time and its share of the wall. The stores are emulators in this process.
 */
const program = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const [givenProducts, givenRounds, floor] = process.argv.slice(2)
const products = Number(givenProducts ?? 10_000)
const rounds = Number(givenRounds ?? 3)
const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE', 'MKCOL'])
/** Headers that are about one connection. */
const ofConnection: ReadonlySet<string> = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** A request as it was sent; the body of a write is in a file. */
interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** `floor` where its folder is given. */
type Round = Readonly<Record<'plan' | 'send' | 'apply', Measurement>> & { readonly floor?: Measurement }

const work = mkdtempSync(join(tmpdir(), 'planogram-least-'))
const [catalogue, sent, reads] = [join(work, 'catalogue'), join(work, 'sent'), join(work, 'reads.json')]
const applied = await startEmulator({ key: emulatorKey })
try {
  generateCatalogue(catalogue, { products, variants: 6, gridCells: 9, files: 100, seed: 1 })
  mkdirSync(sent)
  const written = await recorded(['apply', '--auto-approve'], ({ method }) => writes.has(method))
  writeFileSync(join(sent, 'requests.json'), JSON.stringify(written))
  writeFileSync(reads, JSON.stringify(await recorded(['plan'], ({ method, path }) => method === 'GET' && path.startsWith('/API/'))))
  const seen: Round[] = []
  for (let round = 0; round < rounds; round += 1) seen.push(await measureRound())
  process.stdout.write(reportText(seen, written.length))
} finally {
  await applied.close()
  rmSync(work, { recursive: true })
}

type IsWanted = (request: Sent) => boolean

/** Runs the program against the first store, through a proxy that writes down the requests that are wanted. */
async function recorded(args: readonly string[], isWanted: IsWanted): Promise<readonly Sent[]> {
  const list: Sent[] = []
  const proxy = createServer((request, response) => void forward(request, response, { list, isWanted }))
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  await run([...args, '--quiet'], { ...applied, url, filesUrl: `${url}/files` })
  proxy.close()
  return list
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { list, isWanted }: { readonly list: Sent[]; readonly isWanted: IsWanted },
): Promise<void> {
  const { method = '', url: path = '' } = request
  const headers = headersToSend(request.headers)
  const body = await buffer(request)
  const sentNow: Sent = { method, path, headers }
  if (isWanted(sentNow)) {
    if (body.length > 0) writeFileSync(join(sent, String(list.length)), body)
    list.push(sentNow)
  }
  const answer = await fetch(`${applied.url}${path}`, { method, headers, ...(body.length > 0 && { body: Uint8Array.from(body) }) })
  const answered = Buffer.from(await answer.arrayBuffer())
  // `fetch` has decompressed the body.
  const answeredHeaders = [...answer.headers].filter(([name]) => !ofConnection.has(name) && name !== 'content-encoding')
  response.writeHead(answer.status, Object.fromEntries(answeredHeaders)).end(answered)
}

function headersToSend(headers: IncomingHttpHeaders): Sent['headers'] {
  const kept = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(kept.filter(([name]) => !ofConnection.has(name)))
}

async function measureRound(): Promise<Round> {
  const plan = await run(['plan', '--quiet', '--detailed-exitcode'], applied)
  const send = await withStore(({ url }) => measure({ program: join(import.meta.dirname, 'bare-send.mjs'), args: [url, sent] }, 1))
  const apply = await withStore((store) => run(['apply', '--auto-approve', '--quiet'], store))
  if (floor === undefined) return { plan, send, apply }
  const bare = await measure({ program: join(import.meta.dirname, 'bare-plan.mjs'), args: [applied.url, floor, catalogue, reads] }, 1)
  if (Number(bare.output) < products) throw new Error(`The floor has found ${bare.output.trim()} of ${products} products.`)
  return { plan, send, apply, floor: bare }
}

async function withStore(act: (store: RunningEmulator) => Promise<Measurement>): Promise<Measurement> {
  const store = await startEmulator({ key: emulatorKey })
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

/** Runs the program on a copy of the catalogue, without state and cache. */
async function run(args: readonly string[], address: Parameters<typeof configText>[0]): Promise<Measurement> {
  const folder = join(work, 'run')
  cpSync(catalogue, folder, { recursive: true })
  writeFileSync(join(folder, 'planogram.yaml'), configText(address))
  const measured = await measure(
    { program, args: [...args, '--chdir', folder], env: { ...emulatorEnv, XDG_CONFIG_HOME: join(work, '.config') } },
    1,
  )
  rmSync(folder, { recursive: true })
  return measured
}

function reportText(seen: readonly Round[], count: number): string {
  const row = (name: string, kinds: readonly (keyof Round)[]): string => {
    const sum = (round: Round, value: 'seconds' | 'processor'): number =>
      kinds.reduce((all, kind) => all + (round[kind]?.[value].median ?? NaN), 0)
    const seconds = spreadOf(seen.map((round) => sum(round, 'seconds'))).median
    const processor = spreadOf(seen.map((round) => sum(round, 'processor'))).median
    const { median, min, max } = spreadOf(seen.map((round) => (100 * sum(round, 'processor')) / sum(round, 'seconds')))
    return `| ${name} | ${seconds.toFixed(1)} | ${processor.toFixed(1)} | ${median.toFixed(0)} % (${min.toFixed(0)} to ${max.toFixed(0)}) |`
  }
  return [
    '# Least of an apply',
    '',
    `${machineText()}, load at the end ${loadText()}. ${products} new products with 6 variants and 9 price entries, ${count} writes.`,
    `Medians of ${rounds} rounds. Printed by \`node bench/least-apply.ts\`, after \`npm run build\`.`,
    '',
    '| what | seconds | processor s | of the wall (least to most) |',
    '|---|---|---|---|',
    row('cold plan with nothing to do', ['plan']),
    row('the writes alone, from files', ['send']),
    row('both', ['plan', 'send']),
    row('`apply`', ['apply']),
    ...(floor === undefined
      ? []
      : [row('the floor of that plan: js-yaml, a scanner of 30 lines', ['floor']), row('the floor and the writes', ['floor', 'send'])]),
    '',
  ].join('\n')
}
