import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type SchemaDraft, schemaText } from '../../documents/json-schema.ts'
import { jsonSchemas } from '../../documents/published-schemas.ts'
import { problemListSchema } from '../../problems/problem-list.ts'
import { exitCodes, invariant, OperationalError, systemCodeOf } from '../../errors.ts'
import { planJsonSchema } from '../../plan/plan-json-schema.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import type { Surroundings } from '../surroundings.ts'
import type { SchemaOptions } from './schema-usage.ts'

const files: Readonly<Record<SchemaOptions['name'], string>> = {
  catalogue: 'catalogue.schema.json',
  overlay: 'overlay.schema.json',
  config: 'planogram.schema.json',
  plan: 'plan.schema.json',
  problems: 'problems.schema.json',
}

/** `planogram schema [name]`: prints one JSON Schema, or with `--out` writes all of them, replacing those of another version. */
export async function schema({ name, out, draft }: SchemaOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const texts = schemaFiles(draft)
  if (out !== undefined) {
    writeFiles(resolve(surroundings.cwd, out), texts)
    await output.result(
      Object.keys(texts)
        .map((file) => `${join(out, file)}\n`)
        .join(''),
    )
    return exitCodes.done
  }
  const text = texts[files[name]]
  invariant(text !== undefined, `there is no schema ${name}`)
  await output.result(text)
  return exitCodes.done
}

/** The text of every JSON Schema of the program, by the name of its file. */
export function schemaFiles(draft: SchemaDraft): Readonly<Record<string, string>> {
  const schemas = { ...jsonSchemas(draft), 'plan.schema.json': planJsonSchema(draft), 'problems.schema.json': problemListSchema(draft) }
  return Object.fromEntries(Object.entries(schemas).map(([name, value]) => [name, schemaText(value)]))
}

function writeFiles(folder: string, texts: Readonly<Record<string, string>>): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text)
  } catch (cause) {
    throw new OperationalError('file-unwritable', `The schemas cannot be written to ${folder} (${systemCodeOf(cause)}).`, {
      fix: 'Name a folder that this user may write to.',
      cause,
    })
  }
}
