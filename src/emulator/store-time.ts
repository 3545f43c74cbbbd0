/** A time as the store writes it: `YYYY-MM-DD HH:MM:SS`. Such texts sort by time. */
export function storeTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}
