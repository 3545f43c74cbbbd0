import type { RootedChange } from '../diff/change.ts'
import type { OtherRoots } from '../diff/other-roots.ts'
import { keyOf } from '../records/named-fields.ts'
import { resourceOf } from '../resources/registry.ts'

/** What a plan does not do for records that have moved: one line for each. */
export function moveNotices(changes: readonly RootedChange[], { movedByOthers }: Pick<OtherRoots, 'movedByOthers'>): readonly string[] {
  const foreign = movedByOthers.map(
    (live) =>
      `${nounOf(live.resource)} ${keyOf(live)} is under \`moved\` but was never applied from here, so it is not hidden. Hide it in the admin tool.`,
  )
  const groups = changes.flatMap((change) => {
    if (change.kind !== 'record' || change.resource !== 'UserGroups') return []
    return (change.movedFrom ?? []).map(
      ({ key }) => `Group ${key} has moved to ${change.root.key} without its customers. Add them to the new group in the admin tool.`,
    )
  })
  return [...foreign, ...groups]
}

function nounOf(resource: Parameters<typeof resourceOf>[0]): string {
  const { one } = resourceOf(resource).noun
  return `${one.slice(0, 1).toUpperCase()}${one.slice(1)}`
}
