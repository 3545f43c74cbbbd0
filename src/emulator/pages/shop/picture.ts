import type { PageSources } from '../page-sources.ts'
import { html, type Html } from '../html.ts'
import { pathOf } from '../page-request.ts'

/** A picture of the Files area by its folder and the bare name that a record holds. */
export interface PictureRef {
  readonly folder: string
  readonly name: string
}

/** The address under which the pages serve a file of the Files area. */
export function fileAddress(path: string): string {
  return pathOf(['_shop', 'files', ...path.split('/')])
}

/** True where the Files area has the picture. */
export function pictureExists({ files }: PageSources, { folder, name }: PictureRef): boolean {
  return name !== '' && files.entry(`${folder}/${name}`)?.blob !== null && files.entry(`${folder}/${name}`) !== null
}

/**
 * A picture with its words, or a drawn place for it: `none` where the record names none, and where the Files area does not
 * have what the record names, its path for the developer.
 */
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
