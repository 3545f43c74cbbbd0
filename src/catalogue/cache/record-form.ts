/**
 * The form of a record (`RecordSource.forms`), or the beginning of one: records have the same form exactly where it is the same object. It is a
 * path: the numbers of the names of the record, in their order, and of each collection the forms of its rows.
 */
export interface RecordForm {
  /** Unlike that of any other form of the same root. */
  readonly id: number
  readonly root: FormRoot
  readonly next: Map<number, RecordForm>
  /** The step that was taken last: most records have the form of the one before. */
  last: { readonly step: number; readonly form: RecordForm } | undefined
}

interface FormRoot {
  count: number
}

/** The empty form: the beginning of all others. */
export function emptyForm(): RecordForm {
  return newForm({ count: 0 })
}

/** A form, or `null` where nobody asks for forms: then it stays `null`. */
export type KeptForm = RecordForm | null

/** The form that goes on with the number of a list of names. */
export function withNames(form: KeptForm, number: number): KeptForm {
  return form && stepFrom(form, number * 2)
}

/** The form that goes on with rows of a form. */
export function withRows(form: KeptForm, rows: KeptForm): KeptForm {
  return form && rows && stepFrom(form, rows.id * 2 + 1)
}

/** The form that goes on with a sign, a negative number. */
export function withSign(form: KeptForm, sign: number): KeptForm {
  return form && stepFrom(form, sign)
}

function stepFrom(form: RecordForm, step: number): RecordForm {
  if (form.last?.step === step) return form.last.form
  let next = form.next.get(step)
  if (!next) {
    next = newForm(form.root)
    form.next.set(step, next)
  }
  form.last = { step, form: next }
  return next
}

function newForm(root: FormRoot): RecordForm {
  const id = root.count
  root.count += 1
  return { id, root, next: new Map(), last: undefined }
}
