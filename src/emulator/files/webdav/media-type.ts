const byExtension: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  xml: 'application/xml',
}

/** The media type by the extension of a file name; the Content-Type of an upload is not stored. */
export function mediaType(name: string): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return (extension === undefined ? undefined : byExtension[extension]) ?? 'application/octet-stream'
}
