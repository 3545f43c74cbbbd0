import type { PageRequest } from '../page-request.ts'
import type { PageSources } from '../page-sources.ts'
import { addressOf } from '../page-request.ts'
import { html, type Html } from '../html.ts'

/** What every page of the inspector needs for one request. */
export interface Inspector {
  readonly sources: PageSources
  readonly request: PageRequest
  /** Goes with every form that changes something; nobody else knows it. */
  readonly token: string
}

/** A page of the inspector. */
export interface InspectorPage {
  /** Its name in the address, below `/_emulator/inspector/`. */
  readonly name: string
  readonly title: string
  content(inspector: Inspector): Html | Promise<Html>
  /** What its forms can do, by name. Throws an `OperationalError` for what cannot be done. */
  readonly actions?: Readonly<Record<string, (inspector: Inspector, form: URLSearchParams) => void | Promise<void>>>
}

/** The address of a page of the inspector. */
export function inspectorAddress(path: string, values: Readonly<Record<string, string | number | null | undefined>> = {}): string {
  return addressOf(`/_emulator/inspector/${path}`, values)
}

/** A form that asks a page to do something; `content` holds its further fields. */
export function actionForm({ token }: Inspector, { page, action, label, content, quiet = true }: ActionForm): Html {
  return html`<form class="action" method="post" action="${inspectorAddress(page)}">
    <input type="hidden" name="token" value="${token}" /><input type="hidden" name="action" value="${action}" /> ${content}<button
      type="submit"
      ${quiet && html`class="quiet"`}
    >
      ${label}
    </button>
  </form>`
}

interface ActionForm {
  readonly page: string
  readonly action: string
  readonly label: string
  readonly content?: Html | readonly Html[]
  /** False for the main thing that a page does. */
  readonly quiet?: boolean
}
