import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

/** A file that a comment cites. */
export interface Citation {
  /** The declaration file and line, such as `plan/plan.d.ts:9`. */
  readonly place: string
  /** As the comment has it, such as `docs/api.md`. */
  readonly path: string
}

/** The declaration files that an index reaches, and the Markdown files that they cite. */
export function citationsFrom(index: string): { readonly files: number; readonly citations: readonly Citation[] } {
  const root = dirname(index)
  const texts = new Map<string, string>()
  const open = [index]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (texts.has(file)) continue
    const text = readFileSync(file, 'utf8')
    texts.set(file, text)
    open.push(...importsOf(file, text))
  }
  const citations = [...texts].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(/[\w./-]+\.md\b/g)].map(([path]) => ({ place: `${relative(root, file)}:${index + 1}`, path })),
      ),
  )
  return { files: texts.size, citations }
}

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.(?:tsx?|js)['"]/g)]
    .map(([, path = '']) => resolve(dirname(file), `${path}.d.ts`))
    .filter((path) => existsSync(path))
}
