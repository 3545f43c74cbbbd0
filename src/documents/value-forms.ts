import { z } from 'zod'

/** A form of value that a schema accepts. */
export type ValueForm =
  | { readonly kind: 'flag' | 'price' | 'integer' | 'number' | 'percent' | 'date' | 'address' | 'list' }
  /** `fixes`: what to write instead of a value that is one elsewhere, by that value; default: none. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly fixes?: Readonly<Record<string, string>> }
  /** A map of fields; `firstKey` is the one that a single value is probably meant for. */
  | { readonly kind: 'map'; readonly firstKey: string }
  /** A map whose keys and values have names in messages: `value: label`. */
  | { readonly kind: 'pairs'; readonly key: string; readonly value: string }

/** The kinds of form that need no more words. */
export type PlainKind = Exclude<ValueForm['kind'], 'choice' | 'map' | 'pairs'>

/**
 * The forms that a schema accepts, declared with it: `likelyFix` suggests how to write a wrong value in one of them. A schema that is
 * made of another one by `meta`, `describe` or a check accepts the same forms.
 */
export const valueForms = z.registry<{ readonly forms: readonly ValueForm[] }>()
