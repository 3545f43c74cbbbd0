import type { ApplyEvent, OperationFailure } from '../apply/events.ts'
import { formatCount } from '../source/counts.ts'
import { type Line, span, type Span } from './line.ts'
import { placeText } from './place-text.ts'
import { sanitizeLine } from './sanitize.ts'

/** Failures with the same outcome and message, such as all those of one request. */
export interface FailureGroup extends Pick<OperationFailure, 'outcome' | 'message'> {
  readonly members: readonly Pick<OperationFailure, 'address' | 'source'>[]
}

/** The failures by outcome and message, in the order of the first of each. */
export function groupFailures(failures: readonly OperationFailure[]): readonly FailureGroup[] {
  const groups = Map.groupBy(failures, ({ outcome, message }) => `${outcome} ${message}`)
  return [...groups.values()].flatMap((members) => (members[0] === undefined ? [] : [{ ...members[0], members }]))
}

/** What failed, with the places and the reason: `failed: product.TEE (tees.yaml:3:1): shop.example refused POST Product (400).` */
export function failureLine({ outcome, members, message }: FailureGroup): Line {
  return [span(`${outcome}: `, 'removed'), ...namesOf(members, members.length), span(`: ${sanitizeLine(message)}`)]
}

const nextTexts = {
  repeat: 'Next: it is sent again.',
  read: 'Next: a wait until it can no longer take effect; what the store does not have by then is sent again.',
} as const

/** A request that did not succeed and is not given up, with what is done next. */
export function failedRequestLine({ failure }: Extract<ApplyEvent, { type: 'request-failed' }>): Line {
  const { first, records, message, next } = failure
  return [span('request failed: ', 'changed'), ...namesOf(first, records), span(`: ${sanitizeLine(message)} ${nextTexts[next]}`)]
}

const mostNamed = 3

function namesOf(members: FailureGroup['members'], count: number): readonly Span[] {
  const first = members.slice(0, mostNamed)
  const named = first.flatMap((member, index) => nameOf(member, index === first.length - 1 ? '' : ','))
  if (count === 1) return named
  const rest = count - first.length
  return [span(`${formatCount(count)} records: `), ...named, ...(rest === 0 ? [] : [span(` and ${formatCount(rest)} more`)])]
}

function nameOf({ address, source }: FailureGroup['members'][number], mark: string): readonly Span[] {
  const end = mark === '' ? '' : `${mark} `
  const name = sanitizeLine(address)
  return source === null ? [span(name, 'strong'), span(end)] : [span(`${name} `, 'strong'), span(`(${placeText(source)})${end}`)]
}
