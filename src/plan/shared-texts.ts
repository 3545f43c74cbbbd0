import type { Change, ChangeRoot, FieldChange, UsedDefinition } from '../diff/change.ts'
import type { Fields } from '../resources/resource.ts'
import type { SourcePlace } from '../source/source.ts'

/**
 * Returns changes in the order of their plan with each text that they have in common once, instead of a copy for each place of the file: the
 * address, key and title of a record, its document, what defines its values. These are a third of the memory of a large plan.
 */
export function openSharedTexts(): (change: Change) => Change {
  const files = new Map<string, string>()
  const definitionsByText = new Map<string, readonly UsedDefinition[]>()
  let root: ChangeRoot | null = null

  function placeOf(source: SourcePlace | null): SourcePlace | null {
    return source === null ? null : { file: sharedBy(files, source.file, source.file), line: source.line, column: source.column }
  }

  function definitionsOf(definitions: readonly UsedDefinition[]): readonly UsedDefinition[] {
    return sharedBy(definitionsByText, JSON.stringify(definitions), definitions)
  }

  function rootOf(change: Exclude<Change, { readonly kind: 'file' }>): ChangeRoot {
    if (root !== null && areSame(root, change.root)) return root
    const { key, title } = change.root
    root = { ...change.root, title: title === key ? key : title }
    return root
  }

  return (change) => {
    const known = {
      source: placeOf(change.source),
      ...(change.definitions && { definitions: definitionsOf(change.definitions) }),
    }
    if (change.kind === 'file') return { ...change, ...known }
    const own = rootOf(change)
    const same = (text: string): string => (text === own.key ? own.key : text === own.title ? own.title : text)
    const shared = { ...known, root: own, address: change.address === own.address ? own.address : change.address }
    if (change.kind === 'grid') return { ...change, ...shared, sku: same(change.sku) }
    const { kind, address, action, resource, origin } = change
    // An object has room for the members that it is created with, and a second object for those that are added.
    const whole = { kind, address, action, resource, root: own, key: noFields, fields: noChanges, origin, source: known.source }
    return Object.assign(whole, change, {
      ...shared,
      key: Object.fromEntries(Object.entries(change.key).map(([name, value]) => [name, same(value)])),
      fields: change.fields.map(({ field, before, after, base }) => ({ field, before, after: after === null ? null : same(after), base })),
    })
  }
}

const noFields: Fields = {}
const noChanges: readonly FieldChange[] = []

function sharedBy<T>(known: Map<string, T>, text: string, value: T): T {
  const first = known.get(text)
  if (first === undefined) known.set(text, value)
  return first ?? value
}

function areSame(a: ChangeRoot, b: ChangeRoot): boolean {
  return a.address === b.address && a.title === b.title && a.key === b.key && a.resource === b.resource && a.isHidden === b.isHidden
}
