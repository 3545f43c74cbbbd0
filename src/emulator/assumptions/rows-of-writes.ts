import type { AssumptionRow } from './assumption-row.ts'

const notShown = 'Response body and status code of POST, PUT and DELETE: not shown.'
const conditions = 'Errors for other conditions (authentication failure, denied resource, invalid write payload, failed write): not shown.'
const upsert = 'creates records; updates a record when its key is given and exists (Customer with an existing username is updated)'
const put = 'XML body: root ResultSet with a record node holding the key and the fields to change'
const manyToMany = 'Cardinality to the parent is written 1:M, 1:1 or M:M.'
const types = 'Types are given where stated; where a table gives none, the type is not shown.'
const prices = 'deletes all PricingAdvanced entries of each listed sku'

/** Rows W1 to W42 of assumptions.md: writes. */
export const assumptionsOfWrites: readonly AssumptionRow[] = [
  {
    id: 'W1',
    gap: 'Body and status of POST.',
    quote: notShown,
    takes: '200 with a ResultSet of the records as stored, keys included; for Webhooks always.',
  },
  { id: 'W2', gap: 'The answer to a PUT.', quote: notShown, takes: 'As W1, with one record.' },
  { id: 'W3', gap: 'The answer to a DELETE.', quote: notShown, takes: '200 with <rsp stat="ok" version="3.0"/>.' },
  {
    id: 'W4',
    gap: 'What is written of a body with an invalid record, or that the store does not finish.',
    quote: 'XML body: root ResultSet holding one or more record nodes',
    takes: 'All records are written or none; 400 for an invalid one. A part is written only with the fault torn.',
  },
  {
    id: 'W5',
    gap: 'An answer that is lost after the write.',
    quote: notShown,
    takes: 'Only with the faults lost-answer, torn and status with when: after.',
  },
  { id: 'W6', gap: 'POST with a key that does not exist.', quote: upsert, takes: 'Creates the record under that key.' },
  {
    id: 'W7',
    gap: 'POST of a price entry with an unknown uid.',
    quote: 'when present in a POST, the entry is updated; when absent, a new entry is inserted',
    takes: '404: the store assigns uids.',
  },
  {
    id: 'W8',
    gap: 'A uid given with another sku.',
    quote: 'when present in a POST, the entry is updated; when absent, a new entry is inserted',
    takes: '400.',
  },
  {
    id: 'W9',
    gap: 'POST of an existing price entry without its uid.',
    quote: 'Posting without uid inserts a duplicate entry; the service accepts it but pricing behaviour becomes unpredictable.',
    takes: 'Inserted as a duplicate.',
  },
  {
    id: 'W10',
    gap: 'Whether the store checks grids for gaps and overlaps.',
    quote: 'Entries must cover every combination of the quantity-break and group dimensions.',
    takes: 'No: every entry is accepted, in every profile.',
  },
  {
    id: 'W11',
    gap: 'Whether an empty group_code differs from an absent one.',
    quote: 'UserGroups code; empty means the default price for all visitors not matching another tier, including anonymous visitors',
    takes: 'No.',
  },
  {
    id: 'W12',
    gap: 'What identifies a row of ProdCat, CatParent and ProdAccessGroup.',
    quote: manyToMany,
    takes: 'The pair; POST of an existing pair updates it.',
  },
  {
    id: 'W13',
    gap: 'What identifies a row of ProductAttributes.',
    quote: 'Attributes appear in a grid on the product page and can be used for filtering in category browsing and search.',
    takes: 'Sku and label.',
  },
  {
    id: 'W14',
    gap: 'UserCustomerGroup posted twice.',
    quote: 'several UserCustomerGroup (username, group_code) inside Customer.',
    takes: 'Updated by username and group_code, as W12.',
  },
  {
    id: 'W15',
    gap: 'Whether nested rows replace existing ones.',
    quote: 'Related nodes are nested in the parent node',
    takes: 'No: they are added; nothing is removed. With a key that exists they are updated in any case.',
  },
  {
    id: 'W16',
    gap: 'A nested node that the specification does not contain.',
    quote: 'The path spec lists the related resources (for example Product+Inventory+ProdCat).',
    takes: '406 with its name.',
  },
  {
    id: 'W17',
    gap: 'An unknown field in a write.',
    quote: 'Further Product fields exist; their names are not shown.',
    takes: '406 with all unknown names; meta_* is accepted on Product and Cat.',
  },
  {
    id: 'W18',
    gap: 'PUT with different keys in body and address.',
    quote: put,
    takes: '400; a body without the key is accepted.',
  },
  { id: 'W19', gap: 'PUT of a record that does not exist.', quote: put, takes: '404.' },
  { id: 'W20', gap: 'PUT with a joined specification or several records.', quote: put, takes: '400.' },
  {
    id: 'W21',
    gap: 'An empty element in a write.',
    quote: 'Only the key and the fields to set are needed.',
    takes: 'Sets the field to empty.',
  },
  {
    id: 'W22',
    gap: 'Whether an unset field differs from an empty one.',
    quote: 'Functions: ISNULL(<field>)',
    takes:
      'No: in filters, _search and ISNULL an unset flag counts as 0 and an unset text as empty; both are returned as an empty element.',
  },
  { id: 'W23', gap: 'How a number is represented in an answer.', quote: types, takes: 'In its shortest form.' },
  {
    id: 'W24',
    gap: 'How a boolean is represented in an answer.',
    quote:
      'Boolean fields are written as true/false; the value 1 is also used in payloads (for example ship_all) and 0 in queries (for example integrated=0).',
    takes: 'As true or false.',
  },
  {
    id: 'W25',
    gap: 'A value that is invalid for its field.',
    quote: conditions,
    takes:
      '400 with resource, field and value; also for dates that do not exist and for the shown formats of Options, Merchandising.discount, OrderlineTax.rate and Orderlines.code.',
  },
  {
    id: 'W26',
    gap: 'A text longer than the limit of its field, and what is counted.',
    quote: 'key; any unique string, at most 25 characters',
    takes: '400; characters are counted, not bytes.',
  },
  {
    id: 'W27',
    gap: 'A reference to a record that does not exist.',
    quote: 'parent category code; 0 makes it a top-level category',
    takes: 'Accepted.',
  },
  {
    id: 'W28',
    gap: 'DELETE of resources other than PricingAdvanced and Webhooks.',
    quote: 'It creates, reads, updates and deletes records of store resources',
    takes: 'Supported for all, by key and by field.',
  },
  {
    id: 'W29',
    gap: 'DELETE without a field whose values are all set, or with % in a value.',
    quote: prices,
    takes: '400; for Webhooks see H5.',
  },
  { id: 'W30', gap: 'DELETE that matches nothing.', quote: prices, takes: '200 by field, 404 by key.' },
  {
    id: 'W31',
    gap: 'What a DELETE of a Product, Variant or Cat also removes.',
    quote: notShown,
    takes: 'Nothing: related rows are kept, and belong to a new record with the same key.',
  },
  { id: 'W32', gap: 'Keys that differ only in case.', quote: 'unique string, at most 64 characters', takes: 'Two records.' },
  {
    id: 'W33',
    gap: 'The sku of prices and stock of a variant.',
    quote: 'Inventory and pricing (PricingAdvanced) can relate to a variant.',
    takes: 'It is Variants.code; Product.sku and Variants.code share one name space. Equal keys are accepted and listed by lint.',
  },
  { id: 'W34', gap: 'Whether the store creates an Inventory row for a new product.', quote: 'Product sku (or Variant code)', takes: 'No.' },
  {
    id: 'W35',
    gap: 'Whether the store generates slugs, or makes them unique.',
    quote: 'website permalink; a slug of `<slug>` gives the URL `{base_url}/<slug>`',
    takes: 'No: slugs are stored as given.',
  },
  { id: 'W36', gap: 'How written texts are normalised.', quote: types, takes: 'Not at all; line ends are kept.' },
  {
    id: 'W37',
    gap: 'Concurrent writers.',
    quote: notShown,
    takes: 'The last write wins; there are no ETags. Tests use betweenRequests as the other writer.',
  },
  { id: 'W38', gap: 'When a read sees a write.', quote: notShown, takes: 'Immediately.' },
  {
    id: 'W39',
    gap: 'Computed fields in a payload.',
    quote: 'date the order was last updated',
    takes: 'Order fields are stored as given; update_date and Shipments.date are set if absent.',
  },
  {
    id: 'W40',
    gap: 'The fields of VariantOptions.',
    quote: 'Fields of VariantOptions: not shown.',
    takes: 'code (assigned by the store), sku, variant_code, o_group, o_value; one row per variant and option.',
  },
  {
    id: 'W41',
    gap: 'Whether a file named in a field must exist.',
    quote: 'file name of the full-size image, stored in folder images/items/',
    takes: 'Not checked.',
  },
  { id: 'W42', gap: 'When a write acts whose answer was lost.', quote: notShown, takes: 'At once or never.' },
  { id: 'W43', gap: 'How many decimals of a weight or a volume are kept.', quote: 'used in some shipping calculations', takes: 'All.' },
  {
    id: 'W44',
    gap: 'Which codes of currencies a price entry may have.',
    quote: 'set only to force a price in a given currency',
    takes: 'Any, also the codes of ISO 4217 that are no currency, XXX and XTS.',
  },
  {
    id: 'W45',
    gap: 'Values in the shown format without a clear meaning: a repeated value of an option, an adjustment of no value, a negative discount, a rate below 0 or without %, a line number 0 or 01.',
    quote: 'a percentage such as <n>% or a numeric amount such as <n>',
    takes: 'Stored as given, and listed by lint.',
  },
]
