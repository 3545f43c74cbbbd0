import { html, type Html } from '../../markup/html.ts'
import { inspectorAddress, type InspectorPage } from './inspector.ts'

interface Layout {
  readonly title: string
  readonly site: string
  /** The name of the page in the navigation, or `null`. */
  readonly current: string | null
  readonly pages: readonly InspectorPage[]
  /** The result of the last action. */
  readonly message: Html | null
  readonly content: Html
}

/** A page of the inspector with its content. */
export function inspectorLayout({ title, site, current, pages, message, content }: Layout): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} | inspector of ${site}</title>
        <link rel="icon" href="/_shop/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/_shop/inspector.css" />
      </head>
      <body class="inspector">
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="brand" href="/_emulator/">Inspector</a> <span class="of">of the emulated store ${site}</span>
          <a class="to-shop" href="/">Shop</a>
        </header>
        <nav class="pages" aria-label="Inspector">
          <ul>
            ${pages.map(
              ({ name, title: each }) =>
                html`<li>
                  <a href="${name === '' ? '/_emulator/' : inspectorAddress(name)}" ${name === current && html`aria-current="page"`}
                    >${each}</a
                  >
                </li>`,
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
