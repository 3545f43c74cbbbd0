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
  /** The user stops the process: it sends nothing more, and ends. */
  | { readonly kind: 'stopped' }
  /** A read fails. */
  | { readonly kind: 'read-fails' }

/** A fault of the process itself, at any call. */
type ProcessFault = Extract<Fault, { readonly kind: 'dies' | 'pauses' | 'stopped' | 'read-fails' }>
/** A fault of a request that changes the store. */
export type RequestFault = Exclude<Fault, ProcessFault>

const processKinds: ReadonlySet<Fault['kind']> = new Set<ProcessFault['kind']>(['dies', 'pauses', 'stopped', 'read-fails'])

/** True for a fault of a request. */
export function isOfRequest(fault: Fault | undefined): fault is RequestFault {
  return fault !== undefined && !processKinds.has(fault.kind)
}

/** A fault at the call with this number of its process, counted from 1. */
export interface FaultAt {
  readonly call: number
  readonly fault: Fault
}

/**
 * One process: it applies the plan of the scenario, goes on with the run of the one before, or makes a new plan and applies it: of the
 * same catalogue, or (`go back`) of the one that the store had at the start.
 */
export interface ProcessScript {
  readonly how: 'apply' | 'resume' | 'plan again' | 'go back'
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

/** True where the store ends as the catalogue of the start declares it. */
export function goesBack({ processes }: FaultCase): boolean {
  return processes.some(({ how }) => how === 'go back')
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
  if (isOfRequest(fault)) return requestWord(fault)
  return [fault.kind === 'read-fails' ? 'read fails' : fault.kind, ...('when' in fault ? [fault.when] : [])].join(' ')
}

function requestWord(fault: RequestFault): string {
  switch (fault.kind) {
    case 'answer-lost':
      return `answer lost${fault.dies ? ', dies' : ''}`
    case 'acts-late':
      return `acts late${fault.dies ? ', dies' : ''}`
    case 'torn':
      return `torn${fault.dies ? ', dies' : ''}`
    case 'request-lost':
      return 'request lost'
    case 'acted-refused':
      return `acted, answers ${fault.status}`
    case 'refused':
      return `refused ${fault.status}${fault.always ? ' always' : ''}`
    default:
      return fault satisfies never
  }
}
