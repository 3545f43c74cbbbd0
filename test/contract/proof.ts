import type { EmulatorOptions } from '../../src/emulator/emulator-options.ts'
import type { ReadStore, WriteStore } from './contract-store.ts'

/** A test of statements of platform.md. */
export type Proof = {
  readonly name: string
  /** The statements that it proves: how each begins (in a table: how one of its cells begins), or a field as `Order.status`. */
  readonly proves: readonly string[]
} & (
  | { readonly kind: 'reads'; readonly run: (store: ReadStore) => Promise<void> }
  | { readonly kind: 'writes'; readonly options: EmulatorOptions; readonly run: (store: WriteStore) => Promise<void> }
)

/** A proof that only reads, and takes what it finds: it runs on any store. */
export function reads(name: string, proves: readonly string[], run: (store: ReadStore) => Promise<void>): Proof {
  return { kind: 'reads', name, proves, run }
}

/** A proof that writes: it runs on an emulator of its own. */
export function writes(
  name: string,
  proves: readonly string[],
  run: (store: WriteStore) => Promise<void>,
  options: EmulatorOptions = {},
): Proof {
  return { kind: 'writes', name, proves, run, options }
}

/** A node of a write; the values are given as they stand in XML. */
export function node(name: string, fields: Readonly<Record<string, string | number>>, ...children: readonly string[]): string {
  const elements = Object.entries(fields).map(([field, value]) => `<${field}>${value}</${field}>`)
  return `<${name}>${elements.join('')}${children.join('')}</${name}>`
}
