import { posix } from 'node:path'
import { findResource, resources } from '../../resources/registry.ts'
import type { Resource } from '../../resources/resource.ts'
import { cataloguePath } from '../../files/catalogue-path.ts'
import { type Finding, makeProblem } from '../../problems/make-problem.ts'
import { nearestWord } from '../../problems/nearest-word.ts'
import { isDocumentPath } from '../../documents/find-documents.ts'
import { meantSentence } from '../../documents/meant-sentence.ts'
import type { Problem } from '../../problems/problem.ts'
import { at, childOf, keySpanOf, type Located, spanOf } from '../../yaml/source-node.ts'
import type { ConfigDocument, StoreDocument } from '../../documents/config-document.ts'
import { referenceIn } from './understand-config.ts'

/** What is wrong in a config whose values have the right shape. No message repeats a key. */
export function configProblems(document: ConfigDocument, located: Located): Problem[] {
  const stores = Object.entries(document.stores ?? {}).flatMap(([name, store]) => storeFindings(name, store, at(located, 'stores', name)))
  const owned = (document.manage?.live_owned ?? []).flatMap((name, index) =>
    liveOwnedFindings(name, at(at(located, 'manage', 'live_owned'), index)),
  )
  return [...stores, ...owned, ...defaultStoreFindings(document, located), ...stateFindings(document, located)].map(makeProblem)
}

function storeFindings(name: string, store: StoreDocument, located: Located): Finding[] {
  return [
    ...printedFindings(name, store, located),
    ...keyFindings(name, store, located),
    ...kindFindings(name, store, located),
    ...fieldFindings(store, located),
    ...overlayFindings(store, located),
  ]
}

/** A character that a terminal acts upon, or does not show. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

/** Commands print the name and the addresses of a store: the config of a pull request must not control the terminal of its reader. */
function printedFindings(name: string, store: StoreDocument, located: Located): Finding[] {
  const addresses = (['base_url', 'files_url', 'site_name'] as const).flatMap((key): Finding[] => {
    if (!unprintable.test(store[key] ?? '')) return []
    const message = `the ${key} of a store contains a character that cannot be printed`
    return [{ rule: 'store-shape', at: spanOf(at(located, key)), message, fix: 'Type it again.' }]
  })
  if (!unprintable.test(name)) return addresses
  const message = 'the name of a store contains a character that cannot be printed'
  return [{ rule: 'store-shape', at: keySpanOf(located), message, fix: 'Type it again.' }, ...addresses]
}

function keyFindings(name: string, { key, key_file, key_command }: StoreDocument, located: Located): Finding[] {
  const given = [key, key_file, key_command].filter((source) => source !== undefined).length
  const twice: Finding = {
    rule: 'store-shape',
    at: keySpanOf(located),
    message: `store "${name}" has more than one of key, key_file and key_command`,
    fix: 'Keep one of them.',
  }
  if (key === undefined || referenceIn(key) !== undefined) return given > 1 ? [twice] : []
  return [
    {
      rule: 'key-in-config',
      at: keySpanOf(at(located, 'key')),
      message: `the key of store "${name}" must not be in the config`,
      fix: 'Write key: ${STORE_KEY} and set STORE_KEY in the environment. If this key was ever committed, revoke it.',
    },
  ]
}

function kindFindings(name: string, store: StoreDocument, located: Located): Finding[] {
  const emulator = store.emulator === 'true'
  if (emulator && store.base_url !== undefined) {
    const message = `store "${name}" has emulator: true and a base_url`
    return [{ rule: 'store-shape', at: keySpanOf(at(located, 'base_url')), message, fix: 'Keep one of the two.' }]
  }
  const isWrong = ['emulator', 'base_url'].some((key) => childOf(located, key)?.node.kind === 'scalar')
  if (!emulator && store.base_url === undefined && !isWrong) {
    const message = `store "${name}" has no base_url`
    return [
      { rule: 'store-shape', at: keySpanOf(located), message, fix: 'Add base_url: https://..., or emulator: true for the embedded store.' },
    ]
  }
  if (store.files_url === undefined || store.site_name !== undefined) return []
  const message = `store "${name}" has a files_url and no site_name`
  return [
    {
      rule: 'store-shape',
      at: keySpanOf(at(located, 'files_url')),
      message,
      fix: 'Add site_name: it is a part of every address of the Files API.',
    },
  ]
}

function fieldFindings({ fields }: StoreDocument, located: Located): Finding[] {
  return Object.keys(fields ?? {}).flatMap((resource) => {
    if (findResource(resource)) return []
    const message = `there is no resource "${resource}"`
    const near = nearestWord(
      resource,
      resources.map((each) => each.name),
    )
    const fix = near === undefined ? 'Use the name of a resource, such as Product.' : `Did you mean "${near}"?`
    return [{ rule: 'store-shape', at: keySpanOf(at(located, 'fields', resource)), message, fix }]
  })
}

function overlayFindings({ catalogue }: StoreDocument, located: Located): Finding[] {
  const checked = catalogue === undefined ? undefined : cataloguePath(catalogue.replace(/\/+$/, ''), '')
  if (checked === undefined || 'path' in checked) return []
  const why = /^\.?\/*$/.test(catalogue ?? '') ? 'is the folder of the whole catalogue' : checked.refused
  return [
    {
      rule: 'path-outside',
      at: spanOf(at(located, 'catalogue')),
      message: `"${catalogue}" ${why}`,
      fix: 'Name a folder in the catalogue, such as overlays/production: a path starts at its root.',
    },
  ]
}

function liveOwnedFindings(name: string, located: Located): Finding[] {
  const [resource = '', field = ''] = name.split('.')
  const declared = findResource(resource)
  const isKey = declared !== undefined && identifies(declared, field)
  if (declared?.fields[field] && !isKey) return []
  const message = isKey ? `"${name}" identifies the record, so it cannot be live-owned` : `there is no field "${name}"`
  return [
    {
      rule: 'live-owned',
      at: spanOf(located),
      message,
      fix: (isKey ? undefined : meantSentence(name, fieldsLike(declared, field))) ?? 'Write Resource.field, such as Inventory.quantity.',
    },
  ]
}

function identifies({ key, natural }: Resource, field: string): boolean {
  return key === field || natural.includes(field)
}

/** The fields of a resource that may be live-owned; for an unknown resource, this field of every resource. */
function fieldsLike(declared: Resource | undefined, field: string): string[] {
  if (!declared) return resources.map(({ name }) => `${name}.${field}`)
  const free = Object.keys(declared.fields).filter((each) => !identifies(declared, each))
  return free.map((each) => `${declared.name}.${each}`)
}

function defaultStoreFindings({ default_store: name, stores }: ConfigDocument, located: Located): Finding[] {
  const place = childOf(located, 'default_store')
  if (name === undefined || !place || Object.hasOwn(stores ?? { local: {} }, name)) return []
  const fix = meantSentence(name, Object.keys(stores ?? {})) ?? 'Name one of the stores.'
  return [{ rule: 'store-unknown', at: spanOf(place), message: `there is no store "${name}"`, fix }]
}

function stateFindings({ state = '' }: ConfigDocument, located: Located): Finding[] {
  const place = { at: spanOf(at(located, 'state')), fix: 'Name another file in the catalogue, such as .planogram/state.db.' }
  if (!isInside(state)) return [{ ...place, rule: 'path-outside', message: `the state "${state}" is outside of the catalogue` }]
  if (!isDocumentPath(posix.normalize(state))) return []
  return [{ ...place, rule: 'wrong-type', message: `"state" must be a file that is not a document of the catalogue, found "${state}"` }]
}

function isInside(path: string): boolean {
  return !/^(?:[/~\\]|[a-z]+:)/i.test(path) && !path.split(/[/\\]/).includes('..')
}
