import type { RequestPath } from '../../http/request-path.ts'
import type { PageSources } from '../page-sources.ts'
import { addressOf, pathOf } from '../addresses.ts'
import { html, type Html } from '../../markup/html.ts'

/** What every page of the inspector needs for one request. */
export interface Inspector {
  readonly sources: PageSources
  readonly request: RequestPath
  /** The secret token in every form that changes something. */
  readonly token: string
  /** The values of a refused form, so that the page can show them again, or `null`. */
  readonly refused: URLSearchParams | null
}

/** A page of the inspector. */
export interface InspectorPage {
  /** Its name in the address, below `/_emulator/inspector/`. */
  readonly name: string
  readonly title: string
  content(inspector: Inspector): Html | Promise<Html>
  /** The actions of its forms, by name. They throw an `OperationalError` for invalid values. */
  readonly actions?: Readonly<Record<string, (inspector: Inspector, form: URLSearchParams) => void | Promise<void>>>
}

/** The address of a page of the inspector. */
export function inspectorAddress(path: string, values: Readonly<Record<string, string | number | null | undefined>> = {}): string {
  return addressOf(`/_emulator/inspector/${path}`, values)
}

/** The address of a file of the Files API for the inspector, to which faults do not apply. */
export function inspectedFile(path: string): string {
  return pathOf(['_emulator', 'assets', 'files', ...path.split('/')])
}

/** A link to the same contents in the control API. */
export function jsonLink(name: 'outbox' | 'deliveries' | 'lint'): Html {
  return html`<a href="/_emulator/${name}">As JSON</a>`
}

/** A form for an action of a page; `content` contains its other fields. */
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
  /** False for the main action of a page. */
  readonly quiet?: boolean
}
