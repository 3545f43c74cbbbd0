import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { type Chosen, variantsOf } from './choices.ts'
import { fileAddress, pictureExists, pictureHtml } from './picture.ts'
import type { Shop } from './shop.ts'
import { addressOfRecord } from './view-as.ts'

const items = 'images/items'

function uniqueNames(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== '')
}

/** The pictures of a product: main image, images of the variants, extra images (platform.md, "Variants", "ExtraImages"). */
function picturesOf(product: RecordTree): readonly string[] {
  const extras = (product.children.ExtraImages ?? []).toSorted((a, b) => ((a.fields['code'] ?? '') < (b.fields['code'] ?? '') ? -1 : 1))
  const ofVariants = variantsOf(product).map(({ fields }) => fields['image'] ?? '')
  return uniqueNames([product.fields['image'] ?? '', ...ofVariants, ...extras.map(({ fields }) => fields['image'] ?? '')])
}

interface Shown {
  /** The file name of the large picture. */
  readonly name: string
  /** The file that the large picture links to. */
  readonly large: string
}

function shownPicture(shop: Shop, product: RecordTree, variant: RecordTree | null): Shown {
  const names = picturesOf(product)
  const asked = shop.request.query.get('picture') ?? ''
  const name = names.includes(asked) ? asked : variant?.fields['image'] || (names[0] ?? '')
  const isMain = name === product.fields['image']
  return { name, large: (isMain && product.fields['image_large']) || name }
}

function largePicture({ sources }: Shop, { name, large }: Shown, title: string): Html {
  const picture = pictureHtml(sources, { folder: items, name }, { alt: title, lazy: false })
  if (!pictureExists(sources, { folder: items, name: large })) return picture
  return html`<a href="${fileAddress(`${items}/${large}`)}" title="Show in full size">${picture}</a>`
}

/** The parameters that keep the choices when another picture is selected. */
function keptChoices({ type, variant, values }: Chosen): Readonly<Record<string, string | null>> {
  if (type === 'subproducts') return { variant: variant?.fields['code'] ?? null }
  return Object.fromEntries(Object.entries(values).map(([group, value]) => [`option.${group}`, value]))
}

/** The large picture (that of the chosen variant) and links to the others. */
export function gallery(shop: Shop, product: RecordTree, chosen: Chosen): Html {
  const names = picturesOf(product)
  const shown = shownPicture(shop, product, chosen.variant)
  const kept = keptChoices(chosen)
  const thumb = (each: string, at: number): Html =>
    html`<li>
      <a
        href="${addressOfRecord(product, shop.view, { ...kept, picture: each })}"
        data-swap
        id="picture-${at}"
        ${each === shown.name && html`aria-current="true"`}
        >${pictureHtml(shop.sources, { folder: items, name: each }, { alt: `Picture ${at + 1}` })}</a
      >
    </li>`
  return html`<div class="gallery">
    <div class="large">${largePicture(shop, shown, product.fields['title'] || (product.fields['sku'] ?? ''))}</div>
    ${
      names.length > 1 &&
      html`<ul class="thumbs">
        ${names.map(thumb)}
      </ul>`
    }
  </div>`
}
