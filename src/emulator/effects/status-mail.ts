import type { ResourceName } from '../../resources/registry.ts'
import type { Switches } from '../assumptions.ts'
import { requestQuery } from '../data-api/request-query.ts'
import { invalidFields } from '../store-fault.ts'

const wanted: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * Whether a POST asks for mails on the status of its orders (platform.md: `POST /API/V3/Order?send_email=true`). Every other
 * parameter is refused with 406, and so is this one on another resource.
 */
export function readStatusMail(query: string, primary: ResourceName, switches: Switches): boolean {
  const { filters } = requestQuery(query, primary === 'Order' ? ['filters'] : [], switches)
  const strangers = filters.filter(({ field }) => field !== 'send_email')
  if (strangers.length > 0) throw invalidFields(strangers.map(({ field }) => field))
  const [value = 'false', ...more] = filters[0]?.values ?? []
  const answer = Object.hasOwn(wanted, value) ? wanted[value] : undefined
  if (answer === undefined || more.length > 0) throw invalidFields(['send_email'])
  return answer
}
