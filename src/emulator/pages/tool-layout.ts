import { html, type Html } from '../markup/html.ts'
import { toolAsset } from './addresses.ts'

/** A tool of the store: the inspector or the administration tool. */
export interface Tool {
  readonly name: string
  readonly home: string
  /** Its pages, in the order of the navigation. */
  readonly pages: readonly { readonly title: string; readonly href: string }[]
}

interface Layout {
  readonly tool: Tool
  readonly title: string
  readonly site: string
  /** The address of the page in the navigation, or `null`. */
  readonly current: string | null
  /** Links and forms at the end of the header. */
  readonly aside: Html
  /** The result of the last action. */
  readonly message: Html | null
  readonly content: Html
}

/** The head of a page of a tool. */
export function toolHead(title: string): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="${toolAsset('icon.svg')}" type="image/svg+xml" />
    <link rel="stylesheet" href="${toolAsset('tool.css')}" />
  </head>`
}

/** A page of a tool with its content. */
export function toolLayout({ tool, title, site, current, aside, message, content }: Layout): Html {
  return html`<!doctype html>
    <html lang="en">
      ${toolHead(`${title} | ${tool.name} of ${site}`)}
      <body class="inspector">
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="${tool.home}">${tool.name}</a> <span class="of">of the emulated store ${site}</span>
          <div class="aside">${aside}</div>
        </header>
        <nav class="pages" aria-label="${tool.name}">
          <ul>
            ${tool.pages.map(
              ({ title: each, href }) => html`<li><a href="${href}" ${href === current && html`aria-current="page"`}>${each}</a></li>`,
            )}
          </ul>
        </nav>
        <main id="content" tabindex="-1">
          <h1>${title}</h1>
          ${message} ${content}
        </main>
      </body>
    </html> `
}
