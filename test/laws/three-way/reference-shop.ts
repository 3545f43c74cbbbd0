import type { DriftPolicy, PruneWay } from '../../../src/records/manage-settings.ts'

/** The fields of a product in this model; all are managed where the catalogue has them. */
export type Field = 'title' | 'brand' | 'weight'

/** A product of the catalogue: an absent field, and absent places, are not managed. */
export interface Declared {
  readonly fields: Readonly<Partial<Record<Field, string>>>
  readonly places: readonly string[] | null
}

/** A product of the store. */
export interface Stored {
  fields: Partial<Record<Field, string>>
  places: Set<string>
  inactive: boolean
}

/** As last applied. */
interface Base {
  readonly fields: Readonly<Partial<Record<Field | 'inactive', string>>>
  readonly places: ReadonlySet<string> | null
}

export type Catalogue = ReadonlyMap<string, Declared>

export interface Policy {
  readonly drift: Exclude<DriftPolicy, 'fail'>
  readonly prune: Extract<PruneWay, 'keep' | 'retire' | 'delete'>
}

/** What a store must be after each apply, computed product by product and field by field from the rules of docs/base.md alone. */
export interface ReferenceShop {
  readonly store: Map<string, Stored>
  /** Applies to the products of `only`; default: to all. */
  apply(catalogue: Catalogue, policy: Policy, only?: ReadonlySet<string> | null): void
  /** Undoes an apply that has led from one state of the store to another one; what was last applied stays as it is (docs/undo.md). */
  undo(before: Shelf, after: Shelf): void
}

/** The products of a store at one time. */
export type Shelf = ReadonlyMap<string, Stored>

/** A copy of the products of a store. */
export function copyOf(store: Shelf): Shelf {
  return new Map(
    [...store].map(([sku, { fields, places, inactive }]) => [sku, { fields: { ...fields }, places: new Set(places), inactive }]),
  )
}

/** An empty store to which nothing was applied. */
export function referenceShop(): ReferenceShop {
  const store = new Map<string, Stored>()
  const bases = new Map<string, Base>()
  let last: Catalogue | null = null

  function create(sku: string, declared: Declared): void {
    store.set(sku, { fields: { ...declared.fields }, places: new Set(declared.places ?? []), inactive: false })
    bases.set(sku, { fields: { ...declared.fields, inactive: 'false' }, places: declared.places && new Set(declared.places) })
  }

  function applyTo(sku: string, declared: Declared, { drift }: Policy, isSame: boolean): void {
    const base = bases.get(sku)
    const found = store.get(sku)
    if (!found) {
      if (drift === 'overwrite' || !base) create(sku, declared)
      return
    }
    const before = JSON.stringify(printed(found))
    const kept = fieldsAfter(found, { declared, base, drift })
    if (declared.places) placesAfter(found, new Set(declared.places), { base, drift })
    const isChanged = before !== JSON.stringify(printed(found))
    if (isSame && !isChanged) return
    const fields: Partial<Record<Field | 'inactive', string>> = { ...declared.fields, inactive: 'false' }
    for (const name of kept) {
      delete fields[name]
      const value = base?.fields[name]
      if (value !== undefined) fields[name] = value
    }
    bases.set(sku, { fields, places: declared.places && new Set(declared.places) })
  }

  function leave(sku: string, found: Stored, { prune }: Policy): void {
    const base = bases.get(sku)
    if (!base || isSomebodyElses(found, base) || prune === 'keep') return
    if (prune === 'delete') {
      store.delete(sku)
      bases.delete(sku)
      return
    }
    if (found.inactive) return
    found.inactive = true
    bases.set(sku, { ...base, fields: { ...base.fields, inactive: 'true' } })
  }

  return {
    store,
    apply(catalogue, policy, only = null) {
      const isSame = last !== null && JSON.stringify([...last]) === JSON.stringify([...catalogue])
      const isIn = (sku: string): boolean => only?.has(sku) ?? true
      for (const [sku, declared] of catalogue) if (isIn(sku)) applyTo(sku, declared, policy, isSame)
      for (const [sku, found] of store) if (!catalogue.has(sku) && isIn(sku)) leave(sku, found, policy)
      // After a part of another catalogue, the base is complete with none.
      last = only && !isSame ? null : catalogue
    },
    undo(before, after) {
      for (const sku of new Set([...before.keys(), ...after.keys()])) {
        const [old, done, found] = [before.get(sku), after.get(sku), store.get(sku)]
        if (old && !done && !found) store.set(sku, { fields: { ...old.fields }, places: new Set(old.places), inactive: old.inactive })
        if (old && done && found) restore(found, old, done)
        // A product cannot be removed as it was created: it is hidden, unless somebody else has made another one of it.
        if (!old && done && found && !isSomebodyElses(found, { fields: done.fields, places: null })) found.inactive = true
      }
    },
  }
}

interface Sides {
  readonly declared: Declared
  readonly base: Base | undefined
  readonly drift: Policy['drift']
}

/** Writes the fields; returns those in which the store stays different. */
function fieldsAfter(found: Stored, { declared, base, drift }: Sides): ReadonlySet<Field | 'inactive'> {
  const kept = new Set<Field | 'inactive'>()
  const writes = (name: Field | 'inactive', git: string): boolean =>
    drift === 'overwrite' || (base?.fields[name] !== undefined && base.fields[name] !== git)
  for (const [name, value] of entries(declared.fields)) {
    if (found.fields[name] === value) continue
    if (writes(name, value)) found.fields[name] = value
    else kept.add(name)
  }
  if (found.inactive && writes('inactive', 'false')) found.inactive = false
  else if (found.inactive) kept.add('inactive')
  return kept
}

/** Restores what the run has changed and nobody since. */
function restore(found: Stored, old: Stored, done: Stored): void {
  for (const name of new Set([...entries(old.fields), ...entries(done.fields)].map(([field]) => field))) {
    if (old.fields[name] === done.fields[name] || found.fields[name] !== done.fields[name]) continue
    if (old.fields[name] === undefined) delete found.fields[name]
    else found.fields[name] = old.fields[name]
  }
  if (old.inactive !== done.inactive && found.inactive === done.inactive) found.inactive = old.inactive
  for (const place of done.places) if (!old.places.has(place)) found.places.delete(place)
  for (const place of old.places) if (!done.places.has(place)) found.places.add(place)
}

function placesAfter(found: Stored, wanted: ReadonlySet<string>, { base, drift }: Omit<Sides, 'declared'>): void {
  const applied = base?.places ?? null
  for (const place of wanted) if (drift === 'overwrite' || applied?.has(place) !== true) found.places.add(place)
  for (const place of found.places) {
    if (!wanted.has(place) && (drift === 'overwrite' || applied?.has(place) === true)) found.places.delete(place)
  }
}

function isSomebodyElses(found: Stored, { fields }: Base): boolean {
  const own = entries(fields).filter(([name]) => name !== 'inactive')
  return own.length > 0 && own.every(([name, value]) => name !== 'inactive' && (found.fields[name] ?? '') !== value)
}

function entries<Name extends string>(fields: Readonly<Partial<Record<Name, string>>>): (readonly [Name, string])[] {
  const names = Object.keys(fields) as Name[]
  return names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const]))
}

/** A product as plain data, to be compared; an empty field is the same as none. */
export function printed({ fields, places, inactive }: Stored): object {
  const own = entries(fields)
    .filter(([, value]) => value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { fields: Object.fromEntries(own), places: [...places].toSorted(), inactive }
}
