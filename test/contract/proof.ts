import type { Switches } from '../../src/emulator/assumptions/switches.ts'
import type { EmulatorOptions } from '../../src/emulator/emulator-options.ts'
import type { RecordTree } from '../../src/resources/record-tree.ts'
import type { ResourceName } from '../../src/resources/registry.ts'
import type { ReadStore, WriteStore } from './contract-store.ts'

/** The options of the emulator of a proof, which runs in every profile. */
interface ProofOptions extends Omit<EmulatorOptions, 'profile'> {
  /**
   * Switches that keep their default in every profile: the proof looks at something that platform.md does not show, and that the rows of
   * these switches in docs/assumptions.md decide.
   */
  readonly keeps?: readonly (keyof Switches)[]
}

/** A test of statements of platform.md. */
export type Proof = {
  readonly name: string
  /** The statements that it proves: how each begins (in a table: how one of its cells begins), or a field as `Order.status`. */
  readonly proves: readonly string[]
} & (
  | { readonly kind: 'reads'; readonly run: (store: ReadStore) => Promise<void> }
  | { readonly kind: 'writes'; readonly options: ProofOptions; readonly run: (store: WriteStore) => Promise<void> }
)

/** A proof that only reads, and takes what it finds: it runs on any store. */
export function reads(name: string, proves: readonly string[], run: (store: ReadStore) => Promise<void>): Proof {
  return { kind: 'reads', name, proves, run }
}

/** A proof that writes: it runs on an emulator of its own, in every profile. */
export function writes(
  name: string,
  proves: readonly string[],
  run: (store: WriteStore) => Promise<void>,
  options: ProofOptions = {},
): Proof {
  return { kind: 'writes', name, proves, run, options }
}

/** A node of a write; the values are given as they stand in XML. */
export function node(name: string, fields: Readonly<Record<string, string | number>>, ...children: readonly string[]): string {
  const elements = Object.entries(fields).map(([field, value]) => `<${field}>${value}</${field}>`)
  return `<${name}>${elements.join('')}${children.join('')}</${name}>`
}

/** A record of a seed. */
export function seeded(resource: ResourceName, fields: Readonly<Record<string, string>>): RecordTree {
  return { resource, fields, children: {} }
}
