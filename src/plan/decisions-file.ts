import { z } from 'zod'
import type { Decisions } from './decisions.ts'

const decisionsSchema = z.object({
  format_version: z.literal('1'),
  plan_hash: z.string(),
  skipped: z.array(z.string()),
})

/** The text of the file with the decisions about a plan. */
export function formatDecisions({ planHash, skipped }: Decisions): string {
  return `${JSON.stringify({ format_version: '1', plan_hash: planHash, skipped }, null, 2)}\n`
}

/** The decisions in such a text; `null` for any other text. */
export function parseDecisions(text: string): Decisions | null {
  const read = decisionsSchema.safeParse(jsonOf(text))
  return read.success ? { planHash: read.data.plan_hash, skipped: read.data.skipped } : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
