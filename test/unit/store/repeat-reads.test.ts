import { expect, test } from 'vitest'
import { OperationalError } from '../../../src/errors.ts'
import { repeated, repeatReads } from '../../../src/store/repeat-reads.ts'
import { formatFault } from '../../../src/wire/fault.ts'
import { productElement, resultSet, scriptedClient, startScriptedStore } from '../../support/scripted-store.ts'

type Context = Readonly<Record<string, string | number>>

function fault(context: Context): OperationalError {
  return new OperationalError('store-fault', 'It failed.', { context })
}

/** Reads until nothing is left to try; each attempt fails with the next of these, the last one from then on. */
async function readingUnder(contexts: readonly Context[], random = 0): Promise<{ slept: number[]; message: string; tries: number }> {
  const slept: number[] = []
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds)
    return Promise.resolve()
  }
  let tries = 0
  const failed = repeatReads({ sleep, random: () => random })()
  const message = await repeated(failed, () => {
    tries += 1
    return Promise.reject(fault(contexts[Math.min(tries, contexts.length) - 1] ?? {}))
  }).catch((error: unknown) => (error instanceof OperationalError ? error.message : String(error)))
  return { slept, message, tries }
}

const lost = { status: 500, answer: 'lost' }

test('the pauses double, half of each is random, and after six attempts the error says so', async () => {
  const least = await readingUnder([lost])
  const most = await readingUnder([lost], 1)

  expect(least).toEqual({ slept: [125, 250, 500, 1000, 2000], message: 'It failed. It was tried 6 times.', tries: 6 })
  expect(most.slept).toEqual([250, 500, 1000, 2000, 4000])
})

const busy = (retryAfter: number): Context => ({ status: 429, answer: 'refused', retryAfter })

test('Retry-After is obeyed, and ends the attempts when it leads beyond a minute', async () => {
  const short = await readingUnder([busy(3)])
  const long = await readingUnder([busy(25)])
  const endless = await readingUnder([busy(3600)])

  expect(short.slept).toEqual([3125, 3250, 3500, 4000, 5000])
  expect([long.slept, long.message]).toEqual([[25_125, 25_250], 'It failed. It was tried 3 times.'])
  expect([endless.slept, endless.message]).toEqual([[], 'It failed.'])
})

test.each<[name: string, context: Context, tries: number]>([
  ['429', { status: 429, answer: 'refused' }, 6],
  ['503 with Retry-After', { status: 503, answer: 'refused' }, 6],
  ['a bare 503', { status: 503, answer: 'lost' }, 6],
  ['a closed connection', { reason: 'reset', answer: 'lost' }, 6],
  ['a time-out', { reason: 'timeout', answer: 'lost' }, 1],
  ['a redirect', { status: 302, answer: 'lost' }, 1],
  ['a refused key', { status: 401, answer: 'refused' }, 1],
  ['an invalid field', { status: 406, answer: 'refused' }, 1],
  ['a closed port', { reason: 'ECONNREFUSED', answer: 'refused' }, 1],
])('after %s a read is tried as often as it can help', async (_, context, tries) => {
  expect((await readingUnder([context])).tries).toBe(tries)
})

test('a failure that lasts ends the attempts after ones that pass', async () => {
  const seen = await readingUnder([lost, lost, { status: 406, answer: 'refused' }])

  expect(seen).toEqual({ slept: [125, 250], message: 'It failed. It was tried 3 times.', tries: 3 })
})

test('a bug is never repeated', async () => {
  const failed = repeatReads({ sleep: () => Promise.resolve(), random: () => 0 })()

  const read = repeated(failed, () => Promise.reject(new TypeError('a bug')))

  await expect(read).rejects.toThrow('a bug')
})

const page = '<!doctype html><html><body>Maintenance</body></html>'
const whole = resultSet([productElement('A'), productElement('B')])
const schema =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Product"><xs:complexType><xs:all><xs:element name="sku"/></xs:all></xs:complexType></xs:element></xs:schema>'

test.each<[name: string, status: number, body: string]>([
  ['500', 500, ''],
  ['502', 502, page],
  ['503', 503, ''],
  ['504', 504, ''],
  ['408', 408, ''],
  ['429', 429, ''],
  ['a page with 200', 200, page],
  ['a torn count', 200, resultSet([productElement('A')], { total: 2, returned: 2 })],
  ['a cut body', 200, whole.slice(0, -40)],
  ['an empty body', 200, ''],
  ['a fault of the server with 200', 200, formatFault(500, 'deadlock')],
])('after %s the same page is read again, and no record twice', async (_, status, body) => {
  let answers = 0
  await using server = await startScriptedStore((request, response) => {
    answers += 1
    if (answers % 2 === 1) response.writeHead(status).end(body)
    else response.writeHead(200).end(request.url.includes('.xsd') ? schema : whole)
  })
  const store = scriptedClient(server)
  const skus: (string | undefined)[] = []

  for await (const { fields } of store.readAll({ resource: 'Product', fields: ['sku'], children: [] })) skus.push(fields['sku'])
  const where: (string | undefined)[] = []
  for await (const { fields } of store.readWhere({ resource: 'Product', fields: ['sku'], children: [] }, 'sku', ['B']))
    where.push(fields['sku'])
  const count = await store.count('Product')
  const fields = await store.schemaFields('Product')

  expect([skus, where, count, fields]).toEqual([['A', 'B'], ['B'], 2, ['sku']])
  await store.close()
})
