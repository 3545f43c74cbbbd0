import { cat } from '../resources/cat.ts'
import { product } from '../resources/product.ts'
import type { ExtraFields } from '../documents/collect-definitions.ts'
import type { Config } from './config/config.ts'

/**
 * The fields that a store has besides those of platform.md, as its config names them. Only those of the chosen store:
 * another store would refuse them.
 */
export function extraFieldsOf({ store }: Config): ExtraFields {
  return {
    products: beside(Object.keys(store.fields.Product ?? {}), product.fields),
    categories: beside(Object.keys(store.fields.Cat ?? {}), cat.fields),
  }
}

function beside(names: readonly string[], declared: object): ReadonlySet<string> {
  return new Set(names.filter((name) => !Object.hasOwn(declared, name)))
}
