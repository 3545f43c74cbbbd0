import { unescaped } from './page.ts'

const known = new Set(
  'html head meta title link script body a p div span header footer nav main form input label select option button ul ol li h1 h2 h3 h4 img small b s details summary dl dt dd address table caption thead tbody tr th td section article aside fieldset legend code pre textarea datalist blockquote del ins br hr em i strong'.split(
    ' ',
  ),
)
const knownAttributes = new Set(
  'lang charset name content rel href type src defer class id role tabindex aria-label aria-hidden aria-current for method action value placeholder data-swap data-announce selected checked min max inputmode title alt loading decoding width height scope start open required spellcheck autocomplete autocapitalize autofocus list size rows pattern maxlength step aria-describedby data-label'.split(
    ' ',
  ),
)
const addresses = new Set(['href', 'src', 'action'])
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/gi
const unseen = /[^\P{Cc}\n\r\t]|[\p{Bidi_Control}\u2028\u2029]/u

/** What a strict reader finds in a page. */
export interface Markup {
  readonly faults: readonly string[]
  /** Where its links and pictures lead. */
  readonly links: readonly string[]
  readonly tags: number
}

function attributeFaults(attributes: string): readonly string[] {
  return [...attributes.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)].flatMap(([, name = '', value = '']) => {
    if (!knownAttributes.has(name)) return [`attribute ${name}`]
    return addresses.has(name) && !/^(?:\/(?![/\\])|#)/.test(value) ? [`${name} ${value}`] : []
  })
}

function tagFaults({ end, name, attributes }: { end: string; name: string; attributes: string }): readonly string[] {
  const ours = name !== 'script' || end === '/' || attributes.trim() === 'src="/_shop/page.js" defer'
  return [...(known.has(name) ? [] : [`element ${name}`]), ...(ours ? [] : [`script ${attributes}`]), ...attributeFaults(attributes)]
}

/**
 * Reads a page strictly: elements and attributes that the pages use, values in quotes, addresses inside of the store. Whatever else
 * has a bracket in it is a fault, and so is a control character.
 */
export function readMarkup(html: string): Markup {
  const faults: string[] = []
  const links: string[] = []
  let tags = 0
  const rest = html.replace(/<!doctype html>/, '').replace(tag, (_, end: string, name: string, attributes: string) => {
    tags += 1
    faults.push(...tagFaults({ end, name, attributes }))
    if (name === 'a') links.push(...[...attributes.matchAll(/\shref="(\/[^"]*)"/g)].map(([, address = '']) => unescaped(address)))
    return ''
  })
  const bracket = rest.search(/[<>]/)
  if (bracket >= 0) faults.push(`a bracket in ${rest.slice(bracket).slice(0, 80)}`)
  if (unseen.test(html)) faults.push('a control character')
  return { faults, links, tags }
}
