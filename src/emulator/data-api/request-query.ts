import type { ResourceName } from '../../resources/registry.ts'
import { type ListQuery, parseFilters, type QueryFault } from '../../wire/filters.ts'
import { pageSize, type Switches } from '../assumptions/switches.ts'
import { invalidFields } from '../http/store-fault.ts'

const known: ReadonlySet<string> = new Set(['_match', '_search', '_results', '_start', '_fields', '_key'])

function withoutUnknown(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => !name.startsWith('_') || known.has(name))
  return new URLSearchParams(kept).toString()
}

/** The rows of assumptions.md about invalid values of parameters. */
const valueRows: Readonly<Record<string, string>> = { _match: 'R8', _results: 'R3', _start: 'R4' }

function rowOf({ fault, names: [first = ''] }: QueryFault): string {
  return (fault === 'value' ? valueRows[first] : undefined) ?? 'R6'
}

/**
 * The parameters of a request; those that the operation does not support are refused with 406 (assumptions.md R3, R6). `supported` lists
 * the reserved parameters of the operation besides `_key`, and `filters` if it supports fields.
 */
export function requestQuery(query: string, supported: readonly string[], switches: Switches): ListQuery {
  const parsed = parseFilters(switches.unknownParam === 'ignore' ? withoutUnknown(query) : query)
  if ('fault' in parsed) throw invalidFields(parsed.names).because(rowOf(parsed))
  const given: Record<string, boolean> = {
    _match: parsed.match === 'any',
    _search: parsed.search !== null,
    _results: parsed.results !== null,
    _start: parsed.start !== null,
    _fields: parsed.fields !== null,
  }
  const refused = Object.keys(given).filter((name) => given[name] && !supported.includes(name))
  if (!supported.includes('filters')) refused.push(...parsed.filters.map(({ field }) => field))
  if (refused.length > 0) throw invalidFields(refused).because('R6')
  if (parsed.results !== null && parsed.results > pageSize && switches.results === 'reject') throw invalidFields(['_results']).because('R3')
  return parsed
}

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * True if a POST asks for mails on the status of its orders (platform.md: `POST /API/V3/Order?send_email=true`). Every other parameter is
 * refused with 406, and so is this one for another resource.
 */
export function readStatusMail(query: string, primary: ResourceName, switches: Switches): boolean {
  const { filters } = requestQuery(query, primary === 'Order' ? ['filters'] : [], switches)
  const others = filters.filter(({ field }) => field !== 'send_email')
  if (others.length > 0) throw invalidFields(others.map(({ field }) => field))
  const [value = 'false', ...more] = filters[0]?.values ?? []
  const answer = Object.hasOwn(flags, value) ? flags[value] : undefined
  if (answer === undefined || more.length > 0) throw invalidFields(['send_email'])
  return answer
}
