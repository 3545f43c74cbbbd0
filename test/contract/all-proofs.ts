import type { Proof } from './proof.ts'
import { accessProofs } from './proofs/access.ts'
import { administrationProofs } from './proofs/administration.ts'
import { fieldListProofs, fieldProofs } from './proofs/fields.ts'
import { fileProofs } from './proofs/files.ts'
import { optionProofs } from './proofs/options.ts'
import { orderProofs } from './proofs/orders.ts'
import { priceProofs } from './proofs/prices.ts'
import { queryProofs } from './proofs/queries.ts'
import { readingProofs } from './proofs/reading.ts'
import { shopProofs } from './proofs/shop.ts'
import { webhookProofs } from './proofs/webhooks.ts'
import { writingProofs } from './proofs/writing.ts'

/** Every proof of the contract, in the order of platform.md. */
export const allProofs: readonly Proof[] = [
  ...fieldListProofs,
  ...fieldProofs,
  ...orderProofs,
  ...shopProofs,
  ...priceProofs,
  ...optionProofs,
  ...readingProofs,
  ...queryProofs,
  ...writingProofs,
  ...webhookProofs,
  ...fileProofs,
  ...accessProofs,
  ...administrationProofs,
]
