import type { Notice, Session } from '../../administration/sessions.ts'
import type { RequestPath } from '../../http/request-path.ts'
import { html, type Html, type Part } from '../../markup/html.ts'
import { pathOf } from '../addresses.ts'
import type { PageSources } from '../page-sources.ts'

/** What every page of the administration tool needs for one request. */
export interface Administration {
  readonly sources: PageSources
  readonly request: RequestPath
  readonly session: Session
  /** The values of a refused form, so that the page can show them again, or `null`. */
  readonly refused: URLSearchParams | null
}

/** Performs a form and returns what the next page shows. Throws an `OperationalError` or a `StoreFault` for invalid values. */
export type AdministrationAction = (administration: Administration, form: URLSearchParams) => Notice | Promise<Notice>

/** A page of the administration tool. */
export interface AdministrationPage {
  /** Its name in the address, below `/_admin/`. */
  readonly name: string
  readonly title: string
  content(administration: Administration): Html
  /** The page of one record below it; `key` is the rest of the address. Throws 404 if it does not exist. */
  readonly one?: (administration: Administration, key: string) => Html
  readonly actions: Readonly<Record<string, AdministrationAction>>
}

/** The address of a page of the administration tool, or of one record below it. */
export function administrationAddress(...segments: readonly string[]): string {
  return pathOf(['_admin', ...segments])
}

interface ActionForm {
  readonly page: string
  /** The record below the page that the form belongs to. Default: none. */
  readonly key?: string
  readonly action: string
  readonly label: string
  /** Hidden fields. */
  readonly values?: Readonly<Record<string, string | number>>
  /** Visible fields. */
  readonly fields?: Html
  /** What the button applies to, for a screen reader: the label alone is the same in every row. */
  readonly of?: string
  /** True for the main action of a page. */
  readonly main?: boolean
}

/** A form for an action of a page. */
export function adminForm({ session }: Administration, form: ActionForm): Html {
  const { page, key, action, label, values = {}, fields, of, main = false } = form
  const address = administrationAddress(page, ...(key === undefined ? [] : [key]))
  return html`<form class="${main ? 'sheet' : 'action'}" method="post" action="${address}">
    <input type="hidden" name="token" value="${session.token}" /><input type="hidden" name="action" value="${action}" />
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)} ${fields}
    <button type="submit" ${!main && html`class="quiet"`}>${label}${of !== undefined && html`<span class="sr"> ${of}</span>`}</button>
  </form>`
}

/** A text field with its label and an optional hint. */
export function textField({ name, label, value, hint, more }: TextField): Html {
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" ${hint !== undefined && html`aria-describedby="${name}-hint"`} ${more} />
    ${hint !== undefined && html`<small id="${name}-hint">${hint}</small>`}`
}

interface TextField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly hint?: Part
  /** Other attributes. */
  readonly more?: Html
}
