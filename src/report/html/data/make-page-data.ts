import { formatBytes } from '../../amounts.ts'
import type { ChangeView, RootView } from '../../view/root-view.ts'
import { rootSummary, storeWords } from '../../root-summary.ts'
import { sanitizeLine } from '../../sanitize.ts'
import type { UnitRef } from '../../view/cause-view.ts'
import { unitsOfAlone } from '../../view/units.ts'
import { changeContent } from './change-content.ts'
import type { PageChange, PageData, PageRecord } from './page-data.ts'
import type { PlanView } from '../../view/plan-view.ts'
import type { Thumbnails } from './thumbnail.ts'
import { type ThumbnailList, thumbnailList } from './thumbnail-list.ts'
import { variantMatrix } from '../../variant-matrix.ts'

/** The data of the page of a plan. Every text is sanitized; nothing is shortened. */
export function makePageData(view: PlanView, thumbnails: Thumbnails, frameStyle: string): PageData {
  const list = thumbnailList(thumbnails)
  const causes = indexesByUnit(view.causes.map(({ units }) => units))
  const findings = indexesByUnit(view.findings.map(({ units }) => units))
  const alone = indexesByUnit([view.alone.flatMap(unitsOfAlone)])
  // Where nothing has a cause, there is nothing to tell apart.
  const isAlone = (at: number, below: number): boolean => view.causes.length > 0 && alone.has(`${at} ${below}`)
  const recordOf = (root: RootView, at: number): PageRecord => {
    const views = [...(root.own === null ? [] : [{ view: root.own, below: -1 }]), ...root.below.map((view, below) => ({ view, below }))]
    const changes = views.map(({ view, below }): PageChange => {
      const [cause, finding] = [causes, findings].map((indexes) => indexes.get(`${at} ${below}`))
      return {
        ...changeOf(view, list),
        ...(cause && { causes: [...cause] }),
        ...(isAlone(at, below) && { isAlone: true }),
        ...(finding && { findings: [...finding] }),
      }
    })
    const { address, action, kind, key, title, place } = root
    const matrix = variantMatrix(root)
    return { address, action, kind, key, title, place, summary: summaryOf(root), changes, ...(matrix && { matrix }) }
  }
  return {
    records: view.roots.map(recordOf),
    causes: view.causes.map(({ key, title, roots, prices }) => ({ key, title, roots, ...(prices && { medianLog: prices.medianLog }) })),
    findings: view.findings.map(({ kind, sentence, stops }) => ({ kind, sentence, isStop: stops })),
    thumbnails: list.urls,
    frameStyle,
  }
}

function summaryOf(root: RootView): string {
  const change = root.own?.change
  if (change?.kind !== 'file') return rootSummary(root)
  const { before, after } = change.file
  const newSize = after === null ? [] : [after.size === null ? 'rendered' : formatBytes(after.size)]
  const sizes = [...(before === null ? [] : [formatBytes(before.size)]), ...newSize].join(' \u2192 ')
  return [sizes, ...storeWords(root.own)].join(', ')
}

/** For each change, by `<root> <at>`, the indexes of the lists that contain a unit of it. */
function indexesByUnit(lists: readonly (readonly UnitRef[])[]): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>()
  for (const [index, units] of lists.entries()) {
    for (const { root, at } of units) {
      const key = `${root} ${at}`
      const indexes = found.get(key)
      if (indexes) indexes.add(index)
      else found.set(key, new Set([index]))
    }
  }
  return found
}

function changeOf(view: ChangeView, thumbnails: ThumbnailList): PageChange {
  const { change, kind, name, place, reason, risks } = view
  return {
    address: sanitizeLine(change.address),
    action: change.action,
    kind,
    name,
    place,
    ...(reason !== '' && { reason }),
    ...(risks.length > 0 && { risks }),
    ...changeContent(view, thumbnails),
  }
}
