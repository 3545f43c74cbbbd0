import type { RecordTree } from '../../../resources/record-tree.ts'
import { html, type Html } from '../../markup/html.ts'
import { type Choice, type Chosen, optionsOfVariant, variantsOf } from './choices.ts'
import { money } from './money.ts'
import type { Shop } from './shop.ts'
import { viewParameters } from './view-as.ts'

function adjustText({ sources }: Shop, adjust: string): string {
  if (adjust === '' || adjust === '0') return ''
  const amount = money(adjust.replace(/^[+-]/, ''), sources.currencies.default ?? '')
  return ` (${adjust.startsWith('-') ? '−' : '+'}${amount})`
}

/** True if no variant has this value together with the chosen values of the other options. */
function isUnavailable(product: RecordTree, { choices, type }: Chosen, { group, value }: { group: string; value: string }): boolean {
  if (type !== 'advanced') return false
  return !variantsOf(product).some((variant) => {
    const own = optionsOfVariant(variant)
    return choices.every((other) => own.get(other.group) === (other.group === group ? value : other.chosen))
  })
}

interface Picker {
  readonly shop: Shop
  readonly product: RecordTree
  readonly chosen: Chosen
}

function labelOf({ shop, product, chosen }: Picker, { group }: Choice, value: Choice['values'][number]): string {
  const note = isUnavailable(product, chosen, { group, value: value.value }) ? ', not available' : ''
  return `${value.label}${adjustText(shop, value.adjust)}${note}`
}

function asSelect(picker: Picker, choice: Choice, at: number): Html {
  return html`<label class="option" for="option-${at}"
    ><span>${choice.label}</span>
    <select id="option-${at}" name="option.${choice.group}">
      ${choice.values.map(
        (value) =>
          html`<option value="${value.value}" ${value.value === choice.chosen && 'selected'}>${labelOf(picker, choice, value)}</option>`,
      )}
    </select></label
  >`
}

function asRadios(picker: Picker, choice: Choice, at: number): Html {
  return html`<fieldset class="option">
    <legend>${choice.label}</legend>
    <div class="pills">
      ${choice.values.map(
        (value, number) =>
          html`<label
            ><input
              type="radio"
              id="option-${at}-${number}"
              name="option.${choice.group}"
              value="${value.value}"
              ${value.value === choice.chosen && 'checked'}
            /><span>${labelOf(picker, choice, value)}</span></label
          >`,
      )}
    </div>
  </fieldset>`
}

/** The options of a product as selects or radio buttons (`o_widget`), in a form that works without a script. */
export function optionPicker(picker: Picker): Html | null {
  const { shop, chosen } = picker
  if (chosen.choices.length === 0) return null
  const kept = { ...viewParameters(shop.view), key: shop.request.query.get('key') }
  return html`<form class="options" method="get" data-swap aria-label="Options">
    ${Object.entries(kept).map(([name, value]) => value !== null && value !== '' && html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${chosen.choices.map((choice, at) => (choice.radio ? asRadios(picker, choice, at) : asSelect(picker, choice, at)))}
    <button type="submit">Choose</button>
  </form>`
}
