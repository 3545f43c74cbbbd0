import { z } from 'zod'
import { planFileSchema } from './plan-schema.ts'

/** The JSON Schema of a saved plan, draft-07 by default, for programs that read one (design.md section 5). */
export function planJsonSchema(draft: '7' | '2020-12' = '7'): z.core.JSONSchema.BaseSchema {
  const document = planFileSchema.meta({
    title: 'Planogram plan',
    description:
      'A plan as `planogram plan --out` saves it and `--format json` prints it. format_version is incremented when a reader must change.',
  })
  return z.toJSONSchema(document, { target: `draft-${draft === '7' ? '07' : draft}`, io: 'input', reused: 'inline' })
}
