import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { exitCodes, invariant, OperationalError } from '../../errors.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { schemaFiles } from '../schema-files.ts'
import type { Surroundings } from '../surroundings.ts'

const files: Readonly<Record<string, string>> = {
  catalogue: 'catalogue.schema.json',
  overlay: 'overlay.schema.json',
  config: 'planogram.schema.json',
  plan: 'plan.schema.json',
  problems: 'problems.schema.json',
}

/** `planogram schema [name]`: one JSON Schema on stdout, or with `--out` all of them as files, replacing those of another version. */
export async function schema(options: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(options, surroundings)
  const texts = schemaFiles(options.draft === '2020-12' ? '2020-12' : '7')
  const { out } = options
  if (out !== undefined) {
    writeFiles(resolve(surroundings.cwd, out), texts)
    await output.result(
      Object.keys(texts)
        .map((name) => `${join(out, name)}\n`)
        .join(''),
    )
    return exitCodes.done
  }
  const text = texts[files[options.schema ?? 'catalogue'] ?? '']
  invariant(text !== undefined, `there is no schema ${options.schema}`)
  await output.result(text)
  return exitCodes.done
}

function writeFiles(folder: string, texts: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `The schemas cannot be written to ${folder}.`, {
      fix: 'Name a folder that you may write to.',
      cause,
    })
  }
}
