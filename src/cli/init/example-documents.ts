/** The example documents, by path: a group, categories, a price list, a product with variants and one without. */
export const exampleDocuments: Readonly<Record<string, string>> = {
  'shop.yaml': `# yaml-language-server: $schema=schemas/catalogue.schema.json

# Customer groups. Price lists name them by their code.
groups:
  dealer: { title: Dealers, subscribable: private }

# Categories. One without parents is at the top level; parents give its place below others: parent: sort.
categories:
  clothing: { name: Clothing, slug: clothing }
  tees: { name: T-shirts, slug: t-shirts, parents: { clothing: 10 } }
  kitchen: { name: Kitchen, slug: kitchen }
`,
  'prices.yaml': `# yaml-language-server: $schema=schemas/catalogue.schema.json

# A price list is a grid: one price for each break of the quantity and each group. Many products may share it.
price_lists:
  tees:
    breaks: [0, 12, 48] # 0 to 11, 12 to 47, 48 and more
    prices:
      default: [19.95, 17.50, 15.00] # customers in no group
      dealer: [15.00, 13.75, 12.00]

# Price tests: \`planogram validate\` checks them and finds a slipped decimal before a customer does.
expect:
  - { sku: TEE-CLASSIC-m-navy, group: dealer, quantity: 50, price: 12.00 }
`,
  'products/tees.yaml': `# yaml-language-server: $schema=../schemas/catalogue.schema.json

products:
  TEE-CLASSIC:
    title: Classic tee
    description: Heavyweight cotton tee.
    weight: 0.2
    slug: classic-tee
    categories: { tees: 10 } # category: position in it
    attributes: { Material: Cotton, Fit: Regular }
    # Put a picture in images/ and name it here:
    # image: images/tee-classic.jpg
    options:
      size: { label: Size, values: { s: Small, m: Medium, l: Large } }
      colour: { label: Colour, values: { red: Red, navy: Navy } }
    variants:
      matrix: '{sku}-{size}-{colour}' # one variant for each size and colour: TEE-CLASSIC-s-red ...
      each: { pricing: tees, weight: 0.2, inventory: { quantity: 20 } }
      override:
        TEE-CLASSIC-l-navy: { price: 21.95 } # this variant has a price of its own
`,
  'products/kitchen.yaml': `# yaml-language-server: $schema=../schemas/catalogue.schema.json

products:
  MUG:
    title: Mug
    description: Holds coffee, and the morning together.
    slug: mug
    categories: { kitchen: 10 }
    inventory: { quantity: 40 }
    price: 8.50
    options:
      # No variants: one product, and an option that changes its price.
      glaze: { label: Glaze, values: { plain: Plain, gold: Gold rim }, adjust: { gold: 3 } }
`,
}
