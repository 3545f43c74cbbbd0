/** What an editor shows of a field: words for the person who writes it, examples, and what each choice means. */
export interface AuthorWords {
  readonly description: string
  readonly examples?: readonly (string | number)[]
  /** Of a choice, in the order of its values. */
  readonly choices?: readonly string[]
}

const picture = 'A path from the catalogue root, or with ./ from the folder of this document.'
const slug = (what: string): string =>
  `The end of the address of the ${what} in the shop: https://shop.example/<slug>. No other may have it.`
const follows = 'Follows from what is declared; leave it out.'
const urlOverride = { description: 'Deprecated, the shop ignores it: write slug.' }
const own = { description: 'A field of your own, for other programs; the shop does not use it.' }
const customData = { custom_data1: own, custom_data2: own, custom_data3: own, custom_data4: own }

/** By resource and field, where the words of the platform's document are not those that an author needs. */
export const authorWords: Readonly<Record<string, Readonly<Record<string, AuthorWords>>>> = {
  UserGroups: {
    title: { description: 'What the group is called.', examples: ['Dealers'] },
    subscribable: {
      description: 'Who puts customers into the group.',
      choices: ['Customers may join and leave by themselves.', 'Only the shop does.'],
    },
  },
  Cat: {
    name: { description: 'What the category is called in the shop.', examples: ['T-shirts'] },
    slug: { description: slug('category'), examples: ['t-shirts'] },
    url_override: urlOverride,
    header_image: { description: `Picture at the head of the category page. ${picture}`, examples: ['images/tees-head.jpg'] },
    image: { description: `Picture beside the description, or in menus. ${picture}`, examples: ['images/tees.jpg'] },
    hide: { description: 'true: not in the navigation of the shop. Left out: false.' },
  },
  Product: {
    title: { description: 'What the product is called in the shop.', examples: ['Classic tee'] },
    brand: { description: 'Brand; for filters in the shop and for product feeds.', examples: ['Northwind'] },
    gtin: { description: 'Number below the barcode (GTIN, EAN, UPC); for filters and product feeds.', examples: ['04012345678901'] },
    mpn: { description: 'Part number of the manufacturer; for filters and product feeds.' },
    external_id: { description: 'Code of the product in another system, such as an ERP.', examples: ['ERP-4711'] },
    weight: { description: 'Weight in the unit of your shop; for shipping costs.', examples: [0.2] },
    volume: { description: 'Volume in the unit of your shop; for shipping costs.', examples: [1.5] },
    slug: { description: slug('product'), examples: ['classic-tee'] },
    url_override: urlOverride,
    inactive: { description: 'true: not in the shop. Left out: false.' },
    image: { description: `Main picture. ${picture}`, examples: ['images/tee-classic.jpg'] },
    thumb: {
      description: `Small picture, in lists. Left out: made from image where \`images: { thumb: ... }\` of the config says so. ${picture}`,
      examples: ['images/tee-classic-small.jpg'],
    },
    image_large: {
      description: `Picture to zoom into. Left out: made from image where \`images: { large: ... }\` of the config says so. ${picture}`,
      examples: ['images/tee-classic-large.jpg'],
    },
    price: {
      description: 'Price for everybody and every quantity, in the default currency. With quantity breaks or groups: pricing.',
      examples: [19.95],
    },
    advanced_pricing: { description: `true with pricing, false with price. ${follows}` },
    option_type: { description: `${follows} Matrix with variants, else Simple.` },
    options_advanced: { description: `${follows} true where options have variants.` },
    ...customData,
  },
  Variants: {
    description: { description: 'Short title of the variant, beside that of the product.', examples: ['M6'] },
    price: { description: 'Price for everybody and every quantity. The nearest wins: override, list, each, product.', examples: [21.95] },
    advanced_pricing: { description: `true with pricing, false with price. ${follows}` },
    weight: { description: 'Weight in the unit of your shop; for shipping costs.', examples: [0.2] },
    volume: { description: 'Volume in the unit of your shop; for shipping costs.', examples: [1.5] },
    external_id: { description: 'Code of the variant in another system, such as an ERP.', examples: ['ERP-4712'] },
    image: {
      description: `Picture that the product page changes to when this variant is chosen. ${picture}`,
      examples: ['images/tee-classic-navy.jpg'],
    },
    ...customData,
  },
  Inventory: {
    quantity: {
      description: 'Pieces in stock. Set when the record is created, then the store counts (manage.live_owned of the config).',
      examples: [120],
    },
    stock_message: { description: 'Shown when there are none left.', examples: ['Back in May'] },
  },
  Merchandising: {
    discount: { description: 'Off the price: a percentage (10%) or an amount (10).', examples: ['10%'] },
    featured: { description: 'Short label on the card of the product.', examples: ['New'] },
    timed_promotion: { description: 'true: the discount holds from start_date to end_date only.' },
    start_date: {
      description: 'First day of the promotion, or its first second, in the time zone of the config.',
      examples: ['2026-12-01', '2026-12-01 08:00:00'],
    },
    end_date: { description: 'Last day of the promotion, that day included.', examples: ['2026-12-24', '2026-12-24 18:00:00'] },
  },
  ExtraImages: {
    image: { description: `The picture. ${picture}`, examples: ['images/tee-back.jpg'] },
    thumbnail: {
      description: `Its small picture. Left out: made from image where the config says so. ${picture}`,
      examples: ['images/tee-back-small.jpg'],
    },
  },
}
