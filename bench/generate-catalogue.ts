import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productText } from './product-text.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import { tinyPng } from './tiny-png.ts'

export interface CatalogueSize {
  readonly products: number
  /** Variants of each product; 0 for none. */
  readonly variants: number
  /** Price entries of each product; 0 for a simple price. */
  readonly gridCells: number
  /** Different pictures, shared out among the products; default none. */
  readonly files?: number
  /** Products of one document; default 20. */
  readonly perDocument?: number
  readonly seed: number
}

const usualPerDocument = 20
const productsPerCategory = 50
const priceLists = 5
const groups = ['dealer', 'vip', 'staff']

/** Writes a valid catalogue (design.md section 3) into a folder; the same size and seed give the same bytes. */
export function generateCatalogue(folder: string, size: CatalogueSize): void {
  const random = seededRandom(size.seed)
  const { perDocument = usualPerDocument } = size
  const categories = categoryCodes(size.products)
  mkdirSync(join(folder, 'products'), { recursive: true })
  writeFileSync(join(folder, 'planogram.yaml'), 'stores:\n  local: { emulator: true }\ndefault_store: local\n')
  writeFileSync(join(folder, 'groups.yaml'), groupsText())
  writeFileSync(join(folder, 'categories.yaml'), categoriesText(categories))
  if (size.gridCells > 0) writeFileSync(join(folder, 'prices.yaml'), priceListsText(size.gridCells, random))
  const pictures = writePictures(folder, size.files ?? 0)
  for (let first = 0; first < size.products; first += perDocument) {
    const numbers = Array.from({ length: Math.min(perDocument, size.products - first) }, (_, index) => first + index)
    const texts = numbers.map((number) =>
      productText(
        {
          number,
          variants: size.variants,
          pricing: size.gridCells === 0 ? null : pricingOf(number, size.gridCells, random),
          categories: [...new Set([random.pick(categories), random.pick(categories)])],
          image: pictures[number % Math.max(1, pictures.length)] ?? null,
        },
        random,
      ),
    )
    const name = `products-${String(first / perDocument).padStart(5, '0')}.yaml`
    writeFileSync(join(folder, 'products', name), `products:\n${texts.join('')}`)
  }
}

function categoryCodes(products: number): readonly string[] {
  return Array.from({ length: Math.max(4, Math.ceil(products / productsPerCategory)) }, (_, index) => `cat-${index}`)
}

function groupsText(): string {
  return `groups:\n${groups.map((code) => `  ${code}: { title: ${code.toUpperCase()}, subscribable: private }\n`).join('')}`
}

/** A tree: each category lies in the one of half its number, the first one at the top. */
function categoriesText(codes: readonly string[]): string {
  const lines = codes.map((code, index) => {
    const parent = index === 0 ? '' : `, parents: { ${codes[(index - 1) >> 1]}: ${10 * index} }`
    return `  ${code}: { name: Category ${index}, slug: category-${index}${parent} }\n`
  })
  return `categories:\n${lines.join('')}`
}

function priceListsText(cells: number, random: Random): string {
  const lists = Array.from({ length: priceLists }, (_, index) => `  list-${index}: ${gridText(cells, random)}\n`)
  return `price_lists:\n${lists.join('')}`
}

/** Every other product has a grid of its own. */
function pricingOf(number: number, cells: number, random: Random): string {
  return number % 2 === 0 ? `list-${number % priceLists}` : gridText(cells, random)
}

/** A grid of exactly so many cells: as many groups as divide them, at most four. */
function gridText(cells: number, random: Random): string {
  const columns = [4, 3, 2, 1].find((count) => cells % count === 0) ?? 1
  const starts = Array.from({ length: cells / columns }, (_, index) => index * 10)
  const dearest = 2_000 + random.below(8_000)
  const lines = ['default', ...groups].slice(0, columns).map((group, column) => {
    const highest = dearest * (1 - column / 10)
    return `${group}: [${starts.map((_, index) => ((highest * (100 - Math.min(index, 90))) / 10_000).toFixed(2)).join(', ')}]`
  })
  return `{ breaks: [${starts.join(', ')}], prices: { ${lines.join(', ')} } }`
}

function writePictures(folder: string, count: number): readonly string[] {
  if (count > 0) mkdirSync(join(folder, 'images'), { recursive: true })
  return Array.from({ length: count }, (_, index) => {
    const path = `images/picture-${String(index).padStart(5, '0')}.png`
    writeFileSync(join(folder, path), tinyPng(index * 7919))
    return path
  })
}
