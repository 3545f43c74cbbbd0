import type { ChangeAction } from '../diff/change.ts'
import { formatCount } from '../source/counts.ts'

const actionWords = { create: 'to create', update: 'to update', remove: 'to remove', cannot: 'cannot be applied' } as const

type Counts = Readonly<Record<ChangeAction, number>>

/** Changes by action, as the total of a plan and the start of its apply have them: `3 to create, 0 to update, 1 to remove`. */
export function actionsText(counts: Counts): string {
  return listed(counts, counts.cannot === 0 ? ['create', 'update', 'remove'] : actions)
}

/** The same without zeros: `3 to create, 1 to remove`. */
export function occurringActions(counts: Counts): string {
  const occurring = actions.filter((action) => counts[action] > 0)
  return occurring.length === 0 ? 'No changes' : listed(counts, occurring)
}

const actions = ['create', 'update', 'remove', 'cannot'] as const

function listed(counts: Counts, some: readonly ChangeAction[]): string {
  return some.map((action) => `${formatCount(counts[action])} ${actionWords[action]}`).join(', ')
}

/** Bytes for people: `812 B`, `12.3 KB`, `41.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const thousands = bytes / 1000
  return thousands < 999.95 ? `${thousands.toFixed(1)} KB` : `${(thousands / 1000).toFixed(1)} MB`
}

/** A duration for people: `0.4 s`, `18 s`, `2 min 10 s`. */
export function formatDuration(ms: number): string {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** A price with at least two decimals: `19.9` becomes `19.90`, `0.125` is unchanged. A text that is not a decimal is unchanged. */
export function formatPrice(text: string): string {
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(text)
  return parts === null ? text : `${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}`
}

/** The prices of a grid cell: one, or several that contradict each other, joined by "or". */
export function formatCellPrices(prices: readonly string[]): string {
  return prices.map(formatPrice).join(' or ')
}

/** The change of the price of a grid cell in per cent, in the form of `formatMove`; empty where a side has no price or several. */
export function formatCellMove(before: readonly string[], after: readonly string[]): string {
  return before.length === 1 && after.length === 1 ? formatMove(before[0] ?? null, after[0] ?? null) : ''
}

/** The change of a price in per cent of the old one: `▲3.0 %`, `▼12.5 %`, `▲99,900.0 %`; empty where nothing changes or there is no old price. */
export function formatMove(before: string | null, after: string | null): string {
  const from = Number(before ?? '')
  const to = Number(after ?? '')
  if (before === null || after === null || !Number.isFinite(from) || !Number.isFinite(to) || from === 0 || from === to) return ''
  const percent = Math.abs(((to - from) / from) * 100)
  const shown = percent < 0.05 ? '<0.1' : percent.toFixed(1).replace(/\B(?=(?:\d{3})+\.)/g, ',')
  return `${to > from ? '\u25B2' : '\u25BC'}${shown} %`
}

/** The new price divided by the old one, to six digits; `null` where one of them is absent, no number, or the old one is 0. */
export function moveRatio(before: string | null, after: string | null): number | null {
  if (before === null || after === null || before === '' || after === '') return null
  const ratio = Number(after) / Number(before)
  return Number.isFinite(ratio) && ratio >= 0 ? Number(ratio.toPrecision(6)) : null
}
