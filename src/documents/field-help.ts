/** The help that an editor shows for a field. */
export interface FieldHelp {
  readonly description: string
  readonly examples?: readonly (string | number)[]
  /** Descriptions of the values of a choice, in their order. */
  readonly choices?: readonly string[]
}

const picture = 'A path from the catalogue root, or with ./ from the folder of this document.'
const slug = (what: string): string => `The end of the address of the ${what} in the shop: https://shop.example/<slug>. Must be unique.`
const derived = 'Derived from the rest of the entry; leave it out.'
const urlOverride = { description: 'Deprecated and ignored by the shop; use slug.' }
const own = { description: 'Free for other programs; the shop does not use it.' }
const customData = { custom_data1: own, custom_data2: own, custom_data3: own, custom_data4: own }

/** The help by resource and field, where the description in platform.md is not what an author needs. */
export const fieldHelp: Readonly<Record<string, Readonly<Record<string, FieldHelp>>>> = {
  UserGroups: {
    title: { description: 'Name of the group.', examples: ['Dealers'] },
    subscribable: {
      description: 'Who adds customers to the group.',
      choices: ['Customers can join and leave.', 'Only the shop adds and removes customers.'],
    },
  },
  Cat: {
    name: { description: 'Name of the category in the shop.', examples: ['T-shirts'] },
    slug: { description: slug('category'), examples: ['t-shirts'] },
    url_override: urlOverride,
    header_image: { description: `Picture at the top of the category page. ${picture}`, examples: ['images/tees-head.jpg'] },
    image: { description: `Picture beside the description, or in menus. ${picture}`, examples: ['images/tees.jpg'] },
    hide: { description: 'true: not in the navigation of the shop. Left out: false.' },
  },
  Product: {
    title: { description: 'Name of the product in the shop.', examples: ['Classic tee'] },
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
      description: `Small picture for lists. Left out: made from image if the config sets \`images: { thumb: ... }\`. ${picture}`,
      examples: ['images/tee-classic-small.jpg'],
    },
    image_large: {
      description: `Zoom picture. Left out: made from image if the config sets \`images: { large: ... }\`. ${picture}`,
      examples: ['images/tee-classic-large.jpg'],
    },
    price: {
      description: 'Price for everybody and every quantity, in the default currency. For prices by quantity or group, use pricing.',
      examples: [19.95],
    },
    advanced_pricing: { description: `true with pricing, false with price. ${derived}` },
    option_type: { description: `${derived} Matrix with variants, else Simple.` },
    options_advanced: { description: `${derived} true with options that have variants.` },
    ...customData,
  },
  Variants: {
    description: { description: 'Short title of the variant, beside that of the product.', examples: ['M6'] },
    price: { description: 'Price for everybody and every quantity. The nearest wins: override, list, each, product.', examples: [21.95] },
    advanced_pricing: { description: `true with pricing, false with price. ${derived}` },
    weight: { description: 'Weight in the unit of your shop; for shipping costs.', examples: [0.2] },
    volume: { description: 'Volume in the unit of your shop; for shipping costs.', examples: [1.5] },
    external_id: { description: 'Code of the variant in another system, such as an ERP.', examples: ['ERP-4712'] },
    image: {
      description: `Picture that the product page shows when this variant is chosen. ${picture}`,
      examples: ['images/tee-classic-navy.jpg'],
    },
    ...customData,
  },
  Inventory: {
    quantity: {
      description: 'Pieces in stock. Set when the record is created; afterwards the store counts (manage.live_owned of the config).',
      examples: [120],
    },
    stock_message: { description: 'Shown when the stock is empty.', examples: ['Back in May'] },
  },
  Merchandising: {
    discount: { description: 'Discount on the price: a percentage (10%) or an amount (10).', examples: ['10%'] },
    featured: { description: 'Short label on the card of the product.', examples: ['New'] },
    timed_promotion: { description: 'true: the discount applies from start_date to end_date only.' },
    start_date: {
      description: 'First day of the promotion, or its first second, in the time zone of the config.',
      examples: ['2026-12-01', '2026-12-01 08:00:00'],
    },
    end_date: { description: 'Last day of the promotion, inclusive.', examples: ['2026-12-24', '2026-12-24 18:00:00'] },
  },
  ExtraImages: {
    image: { description: `The picture. ${picture}`, examples: ['images/tee-back.jpg'] },
    thumbnail: {
      description: `Its small picture. Left out: made from image if the config sets \`images: { thumb: ... }\`. ${picture}`,
      examples: ['images/tee-back-small.jpg'],
    },
  },
}
