import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest folder with a `.git`, the folder itself first; `null` where there is none. In a linked work tree `.git` is a file. */
export function repositoryRoot(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder
  const above = dirname(folder)
  return above === folder ? null : repositoryRoot(above)
}
