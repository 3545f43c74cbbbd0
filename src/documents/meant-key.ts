import { nearestWord } from '../problems/nearest-word.ts'

/** The keys that a map may have, and those of the maps below them: `inventory` to `quantity`, `stock_message`. */
export interface KnownKeys {
  readonly own: readonly string[]
  readonly below: ReadonlyMap<string, readonly string[]>
}

/** Above this many, known keys are not written out. */
const mostListed = 40

/** What other programs and people call a key: their word, and ours in the order in which they are looked for. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
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

/** Words that say the contrary of a key of ours. */
const contraries: Readonly<Record<string, readonly string[]>> = {
  inactive: ['active', 'enabled', 'visible', 'published', 'live'],
  hide: ['visible', 'show', 'active', 'enabled'],
}

/** What was probably meant by a key that a map does not know, or else the keys that it knows. */
export function meantKey(key: string, { own, below }: KnownKeys): string | undefined {
  const word = key.toLowerCase()
  const contrary = own.find((candidate) => contraries[candidate]?.includes(word))
  if (contrary !== undefined) return `Write ${contrary}, which says the contrary: ${contrary}: false where ${key} would be true.`
  const home = [...below].find(([, keys]) => keys.includes(word))
  if (home) return `Write it below ${home[0]}: ${home[0]}: { ${word}: ... }.`
  if (word === 'sku' || word === 'code') return `The ${word} is the key of the entry, so it stands in front: take this line away.`
  const meant = (Object.hasOwn(otherWords, word) ? otherWords[word] : undefined)?.find((candidate) => own.includes(candidate))
  const nearest = meant ?? nearestWord(key, own)
  if (nearest !== undefined) return `Did you mean "${nearest}"?`
  return own.length > 0 && own.length <= mostListed ? `Known here: ${own.join(', ')}.` : undefined
}
