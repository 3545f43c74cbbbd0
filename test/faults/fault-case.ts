/** What happens at one call through a port. */
export type Fault =
  /** The process dies before the call, or after it has taken effect. */
  | { readonly kind: 'dies'; readonly when: 'before' | 'after' }
  /** The process stops here, and goes on when the case says so. */
  | { readonly kind: 'pauses'; readonly when: 'before' | 'after' }
  /** The store acts at once, its answer does not arrive; the client gives up `afterMs` later. */
  | { readonly kind: 'answer-lost'; readonly afterMs: number; readonly dies: boolean }
  /** The store never acts and never answers. */
  | { readonly kind: 'request-lost'; readonly afterMs: number }
  /** The client gives up after `afterMs`, and the store acts `actsMs` later. */
  | { readonly kind: 'acts-late'; readonly afterMs: number; readonly actsMs: number; readonly dies: boolean }
  /** The store writes the first part of the body, and its answer does not arrive. */
  | { readonly kind: 'torn'; readonly part: number; readonly dies: boolean }
  /** The store refuses the request: this one, or it and all like it of this process. */
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 429; readonly always: boolean }
  /** The store acts, and answers with a status that leaves it open. */
  | { readonly kind: 'acted-refused'; readonly status: 500 | 502 | 503 | 504 }
  /** A read fails. */
  | { readonly kind: 'read-fails' }

/** A fault at the call with this number of its process, counted from 1. */
export interface FaultAt {
  readonly call: number
  readonly fault: Fault
}

/** One process: it applies the plan of the scenario, goes on with the run of the one before, or makes a new plan and applies it. */
export interface ProcessScript {
  readonly how: 'apply' | 'resume' | 'plan again'
  /** Whether the lease of the one before is taken over because its process has ended, or after its time. */
  readonly lease: 'ended' | 'expired'
  readonly faults: readonly FaultAt[]
  /** The paused process before it goes on before the n-th call after this one has acquired the lease; 0: after this process has ended. */
  readonly wakesAt?: number
}

/** One fault point: what is done, and what goes wrong. A value: `test/faults/cases/*.json` are of this form. */
export interface FaultCase {
  readonly scenario: string
  readonly concurrency: number
  readonly processes: readonly ProcessScript[]
  /** Somebody else writes before this call of the first process; `what` names one of `foreignWrites`. */
  readonly foreign?: { readonly what: string; readonly before: number }
}

/** The kind of a case in counts: the kinds of its faults, and what follows. */
export function kindOf({ processes, foreign }: FaultCase): string {
  if (foreign) return foreign.what.replace(/^\S+ /, 'a record ')
  const [first, ...others] = processes
  const faults = first?.faults.map(({ fault }) => faultWord(fault)).join(', then ') ?? ''
  const next = others.map(({ how, lease, faults: more }) =>
    [how, lease === 'expired' ? 'after the lease' : '', ...more.map(({ fault }) => `(${faultWord(fault)})`)].filter(Boolean).join(' '),
  )
  return [faults, ...next].join(' | ')
}

function faultWord(fault: Fault): string {
  switch (fault.kind) {
    case 'dies':
      return `dies ${fault.when}`
    case 'pauses':
      return `pauses ${fault.when}`
    case 'answer-lost':
      return fault.dies ? 'acted, then dies' : 'answer lost'
    case 'request-lost':
      return 'request lost'
    case 'acts-late':
      return fault.dies ? 'dies, acts late' : 'acts late'
    case 'torn':
      return fault.dies ? 'torn, dies' : 'torn'
    case 'refused':
      return fault.always ? `refused ${fault.status} always` : `refused ${fault.status}`
    case 'acted-refused':
      return `acted, answers ${fault.status}`
    case 'read-fails':
      return 'read fails'
    default:
      return fault satisfies never
  }
}
