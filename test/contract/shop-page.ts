import { expect } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/emulator-options.ts'
import type { WriteStore } from './contract-store.ts'

/** A shop whose own currency is the pound, with a rate for euros. */
export const inPounds: EmulatorOptions = { currencies: { default: 'GBP', rates: { EUR: '1.2' } } }

/** The words of a page of the shop, as a customer reads them. */
export async function shopPage({ url }: WriteStore, path: string): Promise<string> {
  const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })
  expect([path, answer.status]).toEqual([path, 200])
  const text = (await answer.text()).replace(/<style.*?<\/style>|<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, ' ')
  return text.replace(/&#39;|&apos;/g, "'").replace(/\s+/g, ' ')
}

/** The price of the product TEE, whose title is Tee, for the viewer of the query. */
export async function priceOfTee(store: WriteStore, query: string): Promise<string> {
  return /[£€][\d.]+/.exec((await shopPage(store, `/product/TEE${query}`)).replace(/^.* Tee /s, ''))?.[0] ?? 'no price'
}
