import type { ConfigDocument } from '../../documents/config-document.ts'

/** The keys of a config that are checked but have no effect yet, each once. */
export function configNotInForce({ manage, guards }: ConfigDocument): string[] {
  const prune = Object.values(manage?.prune ?? {}).some((way) => way !== undefined && way !== 'keep')
  const drift = manage?.drift !== undefined && manage.drift !== 'overwrite'
  const inert: readonly (readonly [boolean, string])[] = [
    [prune, 'manage.prune'],
    [drift, 'manage.drift'],
    [guards !== undefined, 'guards'],
  ]
  return inert.flatMap(([is, name]) => (is ? [name] : []))
}
