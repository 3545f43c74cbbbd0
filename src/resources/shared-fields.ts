const customDoc = 'Blank and unused by the service; for integrations.'

/** The custom fields of Product, Variants, Orderline, Customer and UserCustomerGroups in platform.md. */
export const customData = {
  custom_data1: { kind: 'text', doc: customDoc },
  custom_data2: { kind: 'text', doc: customDoc },
  custom_data3: { kind: 'text', doc: customDoc },
  custom_data4: { kind: 'text', doc: customDoc },
} as const

/** The billing address of Order and Customer in platform.md. */
export const billingAddress = {
  b_company: { kind: 'text', doc: 'Billing company.' },
  b_fname: { kind: 'text', doc: 'Billing first name.' },
  b_lname: { kind: 'text', doc: 'Billing last name.' },
  b_address1: { kind: 'text', doc: 'Billing address, first line.' },
  b_address2: { kind: 'text', doc: 'Billing address, second line.' },
  b_address3: { kind: 'text', doc: 'Billing address, third line.' },
  b_city: { kind: 'text', doc: 'Billing city.' },
  b_state: { kind: 'text', doc: 'Billing state or county.' },
  b_zip: { kind: 'text', doc: 'Billing postcode.' },
  b_country: { kind: 'text', doc: 'Billing country code.' },
} as const

/** The shipping address of Order and Customer in platform.md. */
export const shippingAddress = {
  company: { kind: 'text', doc: 'Shipping company, when different from billing.' },
  fname: { kind: 'text', doc: 'Shipping first name.' },
  lname: { kind: 'text', doc: 'Shipping last name.' },
  address1: { kind: 'text', doc: 'Shipping address, first line.' },
  address2: { kind: 'text', doc: 'Shipping address, second line.' },
  address3: { kind: 'text', doc: 'Shipping address, third line.' },
  city: { kind: 'text', doc: 'Shipping city.' },
  state: { kind: 'text', doc: 'Shipping state or county.' },
  zip: { kind: 'text', doc: 'Shipping postcode.' },
  country: { kind: 'text', doc: 'Shipping country code.' },
} as const
