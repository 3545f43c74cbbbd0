const symbols: Readonly<Record<string, string>> = { GBP: '£', EUR: '€', USD: '$' }

/** A price for customers: at least two decimals, with the symbol or the code of its currency if it is known. */
export function money(price: string, currency: string): string {
  const [whole = '0', decimals = ''] = price.replace(/^-/, '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const amount = `${grouped}.${decimals.padEnd(2, '0')}`
  const symbol = Object.hasOwn(symbols, currency) ? symbols[currency] : undefined
  const minus = price.startsWith('-') ? '−' : ''
  if (symbol !== undefined) return `${minus}${symbol}${amount}`
  return currency === '' ? `${minus}${amount}` : `${minus}${amount} ${currency}`
}
