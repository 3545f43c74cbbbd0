/** Products of a copy, at most: the last four digits of their skus. */
export const mostProducts = 2_000

/** Numbers that a store gives to the rows of one copy, at most. */
const mostRows = 1_000_000

/** The sku of the same product in a copy, counted from 0; generated skus begin with P-00. */
function ownSku(digits: string, copy: number): string {
  return `P-${String(copy).padStart(2, '0')}${digits}`
}

/** A page of a store that has the products of `page` so many times, once for each copy: the page of one copy. */
export function copiedPage(page: string, { copy, copies }: { readonly copy: number; readonly copies: number }): string {
  const end = page.indexOf('>', page.indexOf('<ResultSet'))
  const returned = Number(/totalResultsReturned="(\d+)"/.exec(page)?.[1])
  const head = page
    .slice(0, end)
    .replace(/(?<=totalResults=")\d+/, (total) => String(Number(total) * copies))
    .replace(/(?<=startResultIndex=")\d+/, String(copy * returned))
  const body = page
    .slice(end)
    .replace(/P-00(\d{4})|<(uid|code)>(\d+)<|<\/slug>/g, (all: string, digits?: string, field?: string, number?: string) => {
      if (digits !== undefined) return ownSku(digits, copy)
      return field === undefined ? `-${copy}${all}` : `<${field}>${Number(number) + copy * mostRows}<`
    })
  return head + body
}

/** A document of generated products, for one copy. */
export function copiedDocument(text: string, copy: number): string {
  return text.replace(/P-00(\d{4})/g, (_, digits: string) => ownSku(digits, copy)).replace(/^ {4}slug: .*$/gm, `$&-${copy}`)
}
