import type { ResourceName } from '../../resources/registry.ts'

/** The part of a record that has the names: parts of records of one resource have few lists of names. */
type NamedPart = 'fields' | 'spans' | 'children'

/** Lists of names that many records have in common, by number. */
export interface NameTable {
  readonly lists: readonly (readonly string[])[]
  /** The number of a list of one name. */
  numberOfName(name: string): number
  /** The number of a list of names, which has to be the same list each time. */
  numberOfNames(names: readonly string[]): number
  /** The number of the names of a part of a record. */
  numberOfKeys(named: object, what: NamedPart, resource: ResourceName): number
}

/** A list with its number. */
interface Numbered {
  readonly names: readonly string[]
  readonly number: number
}

/** How many lists are remembered of one part. */
const mostRecent = 8

/** Opens an empty table. */
export function openNames(): NameTable {
  const lists: (readonly string[])[] = []
  /** By the names joined: different lists have the same text only where a name contains a zero character. */
  const numbers = new Map<string, number[]>()
  const single = new Map<string, number>()
  const ofLists = new Map<readonly string[], number>()
  /** The name that was asked for last, and its number: the places of a record are mostly in one file. */
  let last: string | undefined
  let lastNumber = 0
  const recent = {
    fields: new Map<ResourceName, Numbered[]>(),
    spans: new Map<ResourceName, Numbered[]>(),
    children: new Map<ResourceName, Numbered[]>(),
  }
  const numberOf = (list: readonly string[]): number => {
    const text = list.join('\0')
    const known = numbers.get(text)
    const found = known?.find((number) => isSame(lists[number] ?? [], list))
    if (found !== undefined) return found
    const number = lists.push(list) - 1
    if (known) known.push(number)
    else numbers.set(text, [number])
    return number
  }
  return {
    lists,
    numberOfName: (name) => {
      if (name === last) return lastNumber
      const known = single.get(name)
      lastNumber = known ?? numberOf([name])
      if (known === undefined) single.set(name, lastNumber)
      last = name
      return lastNumber
    },
    numberOfNames: (names) => {
      const known = ofLists.get(names)
      if (known !== undefined) return known
      const number = numberOf(names)
      ofLists.set(names, number)
      return number
    },
    numberOfKeys: (named, what, resource) => {
      let known = recent[what].get(resource)
      if (!known) {
        known = []
        recent[what].set(resource, known)
      }
      for (const { names, number } of known) if (hasNames(named, names)) return number
      const names = Object.keys(named)
      const number = numberOf(names)
      known.unshift({ names, number })
      if (known.length > mostRecent) known.pop()
      return number
    },
  }
}

/** Opens an empty table whose lists another one finds: a table of few records of its own takes less time than one that searches for itself. */
export function openNamesOf(all: NameTable): NameTable {
  const lists: (readonly string[])[] = []
  const numbers: (number | undefined)[] = []
  const numberOf = (found: number): number => (numbers[found] ??= lists.push(all.lists[found] ?? []) - 1)
  return {
    lists,
    numberOfName: (name) => numberOf(all.numberOfName(name)),
    numberOfNames: (names) => numberOf(all.numberOfNames(names)),
    numberOfKeys: (named, what, resource) => numberOf(all.numberOfKeys(named, what, resource)),
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index])
}

/** True where these are the names of the properties of an object, in their order. It makes no list of them. */
function hasNames(named: object, names: readonly string[]): boolean {
  let index = 0
  for (const name in named) {
    if (names[index] !== name) return false
    index += 1
  }
  return index === names.length
}
