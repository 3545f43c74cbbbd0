import { type ListQuery, parseFilters } from '../../wire/filters.ts'
import { pageSize, type Switches } from '../assumptions.ts'
import { invalidFields } from '../store-fault.ts'

const known: ReadonlySet<string> = new Set(['_match', '_search', '_results', '_start', '_fields', '_key'])

function withoutUnknown(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name]) => !name.startsWith('_') || known.has(name))
  return new URLSearchParams(kept).toString()
}

/**
 * The parameters of a request; what the operation does not take is refused with 406 (assumptions.md R3, R6).
 * `takes` names the reserved parameters of the operation besides `_key`, and `filters` where fields may stand.
 */
export function requestQuery(query: string, takes: readonly string[], switches: Switches): ListQuery {
  const parsed = parseFilters(switches.unknownParam === 'ignore' ? withoutUnknown(query) : query)
  if ('fault' in parsed) throw invalidFields(parsed.names).because('R6')
  const given: Record<string, boolean> = {
    _match: parsed.match === 'any',
    _search: parsed.search !== null,
    _results: parsed.results !== null,
    _start: parsed.start !== null,
    _fields: parsed.fields !== null,
  }
  const refused = Object.keys(given).filter((name) => given[name] && !takes.includes(name))
  if (!takes.includes('filters')) refused.push(...parsed.filters.map(({ field }) => field))
  if (parsed.results !== null && parsed.results > pageSize && switches.results === 'reject') refused.push('_results')
  if (refused.length > 0) throw invalidFields(refused).because(refused.includes('_results') ? 'R3' : 'R6')
  return parsed
}
