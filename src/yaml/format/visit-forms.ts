import type { Form } from './form.ts'

/** A value and all values below it, keys left out, in the order of the text. */
export function visitForms(form: Form): Form[] {
  return form.kind === 'scalar' ? [form] : [form, ...form.entries.flatMap(({ value }) => visitForms(value))]
}
