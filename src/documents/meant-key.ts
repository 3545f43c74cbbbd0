import { oddBlankFix } from '../yaml/odd-blank.ts'
import { meantSentence } from './meant-sentence.ts'

/** The keys that a map can have. */
export interface KnownKeys {
  readonly own: readonly string[]
  /** The keys of the maps below, by the key of each map: `inventory` to `quantity`, `stock_message`. */
  readonly below: ReadonlyMap<string, readonly string[]>
}

/** Longer lists of known keys are not part of a message. */
const mostListed = 40

/** Names of keys in other programs, each with the keys of the format that it can mean, the likeliest first. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  name: ['title', 'label'],
  title: ['name', 'label'],
  label: ['title', 'name'],
  text: ['comment', 'description'],
  body: ['comment'],
  html: ['comment'],
  details: ['comment'],
  images: ['extra_images', 'image'],
  pictures: ['extra_images', 'image'],
  gallery: ['extra_images'],
  picture: ['image'],
  photo: ['image'],
  img: ['image'],
  thumbnail: ['thumb'],
  stock: ['quantity', 'inventory'],
  qty: ['quantity', 'inventory'],
  permalink: ['slug'],
  url: ['slug', 'base_url'],
  ean: ['gtin'],
  barcode: ['gtin'],
  manufacturer: ['brand'],
  vendor: ['brand'],
  tags: ['attributes'],
  properties: ['attributes'],
  sizes: ['options'],
  choices: ['options', 'values'],
  type: ['widget'],
  groups: ['access'],
  sale_price: ['merchandising'],
  promotion: ['merchandising'],
  offer: ['merchandising'],
}

/** Words with the opposite meaning of a key. */
const opposites: Readonly<Record<string, readonly string[]>> = {
  inactive: ['active', 'enabled', 'visible', 'published', 'live'],
  hide: ['visible', 'show', 'active', 'enabled'],
}

/** The fix for an unknown key: the key that was probably meant, or else the known keys; `undefined` where these are too many. */
export function meantKey(key: string, { own, below }: KnownKeys): string | undefined {
  const odd = oddBlankFix(key)
  if (odd !== undefined) return odd
  const word = key.toLowerCase()
  const opposite = own.find((candidate) => opposites[candidate]?.includes(word))
  if (opposite !== undefined) return `Write ${opposite}, which has the opposite meaning: ${opposite}: false where ${key} would be true.`
  const home = [...below].find(([, keys]) => keys.includes(word))
  if (home) return `Write it below ${home[0]}: ${home[0]}: { ${word}: ... }.`
  if (word === 'sku' || word === 'code') return `Remove this line: the ${word} is the key of the entry.`
  const meant = (Object.hasOwn(synonyms, word) ? synonyms[word] : undefined)?.find((candidate) => own.includes(candidate))
  return meant === undefined ? meantSentence(key, own, mostListed) : `Did you mean "${meant}"?`
}
