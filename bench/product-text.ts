import type { Random } from './random.ts'

/** What a product of the generated catalogue looks like. */
export interface ProductShape {
  /** Counted from 0. */
  readonly number: number
  readonly variants: number
  /** Name of a price list, or the lines of a grid; `null` = a simple price. */
  readonly pricing: string | null
  readonly categories: readonly string[]
  readonly image: string | null
}

const kinds = ['tee', 'hoodie', 'mug', 'lamp', 'backpack', 'bottle', 'notebook', 'jacket', 'cap', 'towel']
const adjectives = ['classic', 'light', 'heavy', 'soft', 'warm', 'plain', 'striped', 'folding', 'small', 'large']
const materials = ['cotton', 'wool', 'steel', 'oak', 'linen', 'glass', 'leather', 'felt']
const words = 'made to last and easy to care for with a fit that works every day on the road at home or in the office all year round'.split(
  ' ',
)
const colours = ['red', 'navy', 'sand', 'olive', 'black', 'white']

/** The sku of a product by its number. */
function skuOf(number: number): string {
  return `P-${String(number).padStart(6, '0')}`
}

/** The entry of one product below `products:`. */
export function productText(shape: ProductShape, random: Random): string {
  const { number, variants, pricing, categories, image } = shape
  const kind = random.pick(kinds)
  const material = random.pick(materials)
  const price = priceText(random)
  return [
    `  ${skuOf(number)}:`,
    `    title: ${capital(random.pick(adjectives))} ${material} ${kind} ${number}`,
    `    description: ${capital(material)} ${kind}, ${sentence(random, 6)}`,
    `    comment: "<p>${capital(sentence(random, 40))}.</p><p>${capital(sentence(random, 20))} &amp; more.</p>"`,
    `    brand: ${random.pick(['Northwind', 'Contoso', 'Fabrikam'])}`,
    `    weight: 0.${1 + random.below(9)}`,
    `    slug: ${kind}-${number}`,
    `    categories: { ${categories.map((code) => `${code}: ${10 * (1 + random.below(50))}`).join(', ')} }`,
    `    attributes: { Material: ${capital(material)}, Fit: ${random.pick(['Regular', 'Slim'])}, Origin: ${random.pick(['Portugal', 'Norway'])} }`,
    `    inventory: { quantity: ${random.below(500)}, stock_message: Back in ${1 + random.below(8)} weeks }`,
    ...(image === null ? [] : [`    image: ${image}`]),
    ...(pricing === null ? [`    price: ${price}`] : [`    pricing: ${pricing}`]),
    ...(variants === 0 ? [] : variantLines(number, variants, price)),
    '',
  ].join('\n')
}

/** Two of three products span a matrix of options, each third one lists subproducts. */
function variantLines(number: number, count: number, price: string): readonly string[] {
  if (number % 3 === 2) {
    const codes = Array.from(
      { length: count },
      (_, index) => `        ${skuOf(number)}-${index + 1}: { description: Pack of ${index + 1}, price: ${price} }`,
    )
    return ['    variants:', '      list:', ...codes]
  }
  const two = count % 2 === 0 && count > 2
  const sizes = Array.from({ length: two ? count / 2 : count }, (_, index) => `z${index + 1}: Size ${index + 1}`)
  const chosen = colours.slice(0, 2).map((colour) => `${colour}: ${capital(colour)}`)
  return [
    '    options:',
    `      size: { label: Size, values: { ${sizes.join(', ')} } }`,
    ...(two ? [`      colour: { label: Colour, values: { ${chosen.join(', ')} } }`] : []),
    '    variants:',
    `      matrix: "{sku}-{size}${two ? '-{colour}' : ''}"`,
    `      each: { price: ${price}, inventory: { quantity: ${number % 100} } }`,
  ]
}

/** A price between 5.00 and 104.99. */
function priceText(random: Random): string {
  return `${5 + random.below(100)}.${String(random.below(100)).padStart(2, '0')}`
}

/** Some words. */
export function sentence(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(words)).join(' ')
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
