import { reasonText } from '../assumptions/assumption-list.ts'
import type { Switches } from '../assumptions/switches.ts'
import { type Answer, reasonHeader } from './answer.ts'
import { faultText } from './rsp-text.ts'
import { StoreFault } from './store-fault.ts'

/** The statuses whose body platform.md shows. The others follow the switch `errorBody` (assumptions.md R31). */
const shown: ReadonlySet<number> = new Set([404, 406])

/** The answer of a fault (platform.md, "Errors"). */
export function faultAnswer(fault: StoreFault, switches: Switches): Answer {
  const { status, message, assumption } = fault
  const headers = assumption === null ? fault.headers : { ...fault.headers, [reasonHeader]: reasonText(assumption, switches) }
  const form = shown.has(status) ? 'rsp' : switches.errorBody
  switch (form) {
    case 'rsp':
      return { status, headers, pieces: [faultText(status, message)] }
    case 'html':
      return {
        status,
        headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
        pieces: [`<html><body><h1>${status}</h1></body></html>\n`],
      }
    case 'empty':
      return { status, headers, pieces: [] }
    default:
      return form satisfies never
  }
}

/** The answer to a missing or unknown key: the same for all (assumptions.md K1). */
export function keyRefused(switches: Switches): Answer {
  const message = 'The application key is missing, unknown or expired'
  const challenge = { 'www-authenticate': 'Basic realm="API", charset="UTF-8"' }
  switch (switches.authError) {
    case '401':
      return faultAnswer(new StoreFault(401, message, challenge).because('K1'), switches)
    case '403':
      return faultAnswer(new StoreFault(403, message).because('K1'), switches)
    case '200-rsp':
      return { status: 200, headers: { [reasonHeader]: reasonText('K1', switches) }, pieces: [faultText(401, message)] }
    default:
      return switches.authError satisfies never
  }
}
