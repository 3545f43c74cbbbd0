import type { Fault, FaultAt, FaultCase, ProcessScript } from './fault-case.ts'
import { settleMs } from './play.ts'
import type { Call } from './wrapped-ports.ts'
import type { StoreWrite } from './store-write.ts'

/** What follows a death or a pause: everything, or one of it by seed. */
export type Resumes = 'one by seed' | 'all'

/** Every fault point of one process of a scenario with these calls, with one fault each. */
export function singleCases(scenario: string, calls: readonly Call[], { resumes, isAtomic, random }: Choice): readonly FaultCase[] {
  return calls.flatMap((call) => [
    ...ends(call, isAtomic).flatMap((fault) => followed(scenario, call, [{ call: call.number, fault }], { resumes, random })),
    ...faultsWhileAlive(call, isAtomic).map((fault) => inOneProcess(scenario, [{ call: call.number, fault }])),
  ])
}

/** Every point after a request that went wrong, at which the process dies or pauses too; `calls` are those of the process with the first fault. */
export function secondCases(
  scenario: string,
  first: FaultAt,
  calls: readonly Call[],
  { resumes, isAtomic, random }: Choice,
): readonly FaultCase[] {
  return calls
    .filter(({ number }) => number > first.call)
    .flatMap((call) =>
      ends(call, isAtomic).flatMap((fault) => followed(scenario, call, [first, { call: call.number, fault }], { resumes, random })),
    )
}

/** The faults of a request after which a process goes on, so that there are further points: it waits, reads back, sends again. */
export function firstFaults(calls: readonly Call[], isAtomic: boolean): readonly FaultAt[] {
  return calls.flatMap((call) =>
    call.write === null
      ? []
      : faultsWhileAlive(call, isAtomic)
          .filter(({ kind }) => kind !== 'read-fails')
          .map((fault): FaultAt => ({ call: call.number, fault })),
  )
}

/** What to choose from. */
export interface Choice {
  readonly resumes: Resumes
  /** False where the store can write a part of a body. */
  readonly isAtomic: boolean
  /** From 0 to 1. */
  readonly random: () => number
}

/** One process with these faults. */
export function inOneProcess(scenario: string, faults: readonly FaultAt[]): FaultCase {
  return { scenario, concurrency: 1, processes: [{ how: 'apply', lease: 'ended', faults }] }
}

/** The ways in which a process stops at a call. */
function ends({ write }: Call, isAtomic: boolean): Fault[] {
  const dies: Fault[] = [{ kind: 'dies', when: 'before' }, { kind: 'dies', when: 'after' }, { kind: 'stopped' }]
  if (write === null) return dies
  const late: Fault[] = [1, settleMs / 2, settleMs].map((actsMs) => ({
    kind: 'acts-late',
    afterMs: actsMs === 1 ? settleMs : 0,
    actsMs,
    dies: true,
  }))
  return [
    ...dies,
    { kind: 'answer-lost', afterMs: 0, dies: true },
    ...late,
    ...tornParts(write, isAtomic).map((part): Fault => ({ kind: 'torn', part, dies: true })),
  ]
}

/** The parts of a body that a store can write where it does not write all of it. */
function tornParts(write: StoreWrite, isAtomic: boolean): readonly number[] {
  return isAtomic || write.kind !== 'post' ? [] : [0.3, 0.7]
}

function faultsWhileAlive({ port, write }: Call, isAtomic: boolean): Fault[] {
  if (write === null) return port === 'store' || port === 'files' ? [{ kind: 'read-fails' }] : []
  const late: Fault[] = [1, settleMs / 2, settleMs].map((actsMs) => ({
    kind: 'acts-late',
    afterMs: actsMs === 1 ? 0 : settleMs,
    actsMs,
    dies: false,
  }))
  return [
    { kind: 'answer-lost', afterMs: 0, dies: false },
    { kind: 'answer-lost', afterMs: settleMs, dies: false },
    { kind: 'request-lost', afterMs: 0 },
    { kind: 'request-lost', afterMs: settleMs },
    ...late,
    ...tornParts(write, isAtomic).map((part): Fault => ({ kind: 'torn', part, dies: false })),
    ...([400, 413, 429] as const).map((status): Fault => ({ kind: 'refused', status, always: false })),
    { kind: 'refused', status: 400, always: true },
    ...([500, 502, 503, 504] as const).map((status): Fault => ({ kind: 'acted-refused', status })),
  ]
}

/** A process that stops, and what follows: the run is resumed or planned again by another, at once or after the lease, or while the first wakes up. */
function followed(
  scenario: string,
  call: Call,
  faults: readonly FaultAt[],
  { resumes, random }: Pick<Choice, 'resumes' | 'random'>,
): FaultCase[] {
  const first: ProcessScript = { how: 'apply', lease: 'ended', faults }
  const next = (script: Omit<ProcessScript, 'faults'>): FaultCase => ({
    scenario,
    concurrency: 1,
    processes: [first, { ...script, faults: [] }],
  })
  const all = [
    next({ how: 'resume', lease: 'ended' }),
    next({ how: 'plan again', lease: 'ended' }),
    next({ how: 'resume', lease: 'expired' }),
    next({ how: 'plan again', lease: 'expired' }),
    next({ how: 'go back', lease: 'ended' }),
    ...asleep(scenario, call, faults, random),
  ]
  return resumes === 'all' ? all : [all[Math.floor(random() * all.length)] ?? next({ how: 'resume', lease: 'ended' })]
}

/** The same point where the process does not die but pauses: it wakes up after the next one has taken over, or has ended. */
function asleep(scenario: string, { write }: Call, faults: readonly FaultAt[], random: () => number): FaultCase[] {
  const last = faults.at(-1)
  // A request that a paused process is about to send is on its way: it acts late.
  if (last?.fault.kind !== 'dies' || (write && last.fault.when === 'before')) return []
  const paused = [...faults.slice(0, -1), { call: last.call, fault: { kind: 'pauses', when: last.fault.when } as const }]
  return (['resume', 'plan again'] as const).flatMap((how) =>
    [0, 1 + Math.floor(random() * 15)].map((wakesAt) => ({
      scenario,
      concurrency: 1,
      processes: [
        { how: 'apply', lease: 'expired', faults: paused },
        { how, lease: 'expired', faults: [], wakesAt },
      ] as const,
    })),
  )
}

/** A run of processes that each stop at a call by chance, the last one under way when everything ends; some steps at a time. */
export function randomCase(scenario: string, calls: readonly Call[], { isAtomic, random }: Choice): FaultCase {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const later = { number: 1 + Math.floor(random() * 45), port: 'state', name: '', write: null, reads: [] } as const
  const processes = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, index): ProcessScript => {
    const call = index === 0 ? (pick(calls) ?? later) : { ...later, number: 1 + Math.floor(random() * 45) }
    const before = calls.find(({ number, write }) => write !== null && number < call.number)
    const first = index === 0 && before && random() < 0.5 ? pick(faultsWhileAlive(before, isAtomic)) : undefined
    const end = pick(ends(call, isAtomic))
    return {
      how: index === 0 ? 'apply' : random() < 0.5 ? 'resume' : 'plan again',
      lease: 'ended',
      faults: [...(first && before ? [{ call: before.number, fault: first }] : []), ...(end ? [{ call: call.number, fault: end }] : [])],
    }
  })
  return { scenario, concurrency: pick([1, 1, 3, 8]) ?? 1, processes }
}
