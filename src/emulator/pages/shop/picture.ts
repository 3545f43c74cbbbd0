import type { PageSources } from '../page-sources.ts'
import { html, type Html } from '../../markup/html.ts'
import { pathOf } from '../addresses.ts'

/** A picture: its folder and the file name in the record. */
export interface PictureRef {
  readonly folder: string
  readonly name: string
}

/** The address at which the pages serve a file of the Files API. */
export function fileAddress(path: string): string {
  return pathOf(['_shop', 'files', ...path.split('/')])
}

/** True if the file exists. */
export function pictureExists({ files }: PageSources, { folder, name }: PictureRef): boolean {
  return name !== '' && files.entry(`${folder}/${name}`)?.blob !== null && files.entry(`${folder}/${name}`) !== null
}

/** A picture with its alternative text, or a placeholder: `No picture` if the record has none, else the path of the missing file. */
export function pictureHtml(sources: PageSources, ref: PictureRef, { alt, lazy = true }: { alt: string; lazy?: boolean }): Html {
  const path = `${ref.folder}/${ref.name}`
  if (pictureExists(sources, ref)) {
    return html`<img src="${fileAddress(path)}" alt="${alt}" ${lazy && html`loading="lazy"`} decoding="async" width="600" height="600" />`
  }
  const letter = Array.from(alt.trim())[0]?.toUpperCase() ?? '?'
  return html`<span class="no-picture"
    ><span aria-hidden="true">${letter}</span>
    ${ref.name === '' ? html`<small>No picture</small>` : html`<small class="missing">Missing file: ${path}</small>`}</span
  >`
}
