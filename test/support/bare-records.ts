import type { DesiredRecord } from '../../src/records/desired.ts'
import { loadWritten, problemLines, type WrittenFiles } from './written-catalogue.ts'

/** A record as its resource, fields and children, with the values that are written on create only. */
export interface Bare {
  readonly [name: string]: unknown
}

export function bare({ fields, children, onCreate }: DesiredRecord): Bare {
  const rows = (all: DesiredRecord['children']): Bare =>
    Object.fromEntries(Object.entries(all).map(([name, list]) => [name, list.map(bare)]))
  return { ...fields, ...rows(children), ...(onCreate ? { onCreate: { ...onCreate.fields, ...rows(onCreate.children) } } : {}) }
}

/** Loads one document; problems that rules report for such small catalogues are left out. */
export async function loadBare(
  text: string,
  files: WrittenFiles = {},
): Promise<{ products: Bare[]; categories: Bare[]; groups: Bare[]; lines: string[] }> {
  const loaded = await loadWritten({ 'a.yaml': text, ...files })
  const { Product = [], Cat = [], UserGroups = [] } = loaded.desired.roots
  const shapeOnly = problemLines(loaded).filter(
    (line) => !/ (?:price-missing|references-exist|option-combinations|grid-coverage|unique-codes): /.test(line),
  )
  return { products: Product.map(bare), categories: Cat.map(bare), groups: UserGroups.map(bare), lines: shapeOnly }
}

/** Loads the one product `A`. */
export async function loadProduct(body: string, files: WrittenFiles = {}): Promise<{ record: Bare; lines: string[] }> {
  const { products, lines } = await loadBare(`products: { A: ${body} }\n`, files)
  return { record: products[0] ?? {}, lines }
}
