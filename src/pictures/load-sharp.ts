import type * as Sharp from 'sharp'

/** Loads the optional dependency `sharp`; rejects where it is not installed. */
export const importSharp = (): Promise<typeof Sharp> => import('sharp')

/** The package as `load` returns it; `null` where it is not installed. */
export async function optionalSharp(load: typeof importSharp): Promise<typeof Sharp.default | null> {
  return (await load().catch(() => null))?.default ?? null
}
