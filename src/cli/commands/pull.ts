import { tmpdir } from 'node:os'
import { exitCodes } from '../../errors.ts'
import { countOf } from '../../source/counts.ts'
import type { Theme } from '../../report/theme.ts'
import { pull as pullStore, type PullResult } from '../../workspace/pull.ts'
import { changedDocumentDiff } from '../changed-document-diff.ts'
import { connect } from '../connect.ts'
import type { GlobalOptions } from '../global-options.ts'
import { programOutput } from '../program-output.ts'
import { startProgressLine } from '../progress-line.ts'
import { pullText } from '../pull-text.ts'
import { readValidCatalogue } from '../read-catalogue.ts'
import { stopAtSignal } from '../stop-at-signal.ts'
import type { Surroundings } from '../surroundings.ts'
import type { PullOptions } from './pull-usage.ts'

/**
 * `planogram pull`: writes a store to YAML. New records go to the files of the layout, changed values are edited in place, nothing
 * is deleted; the result is checked before a file is written, so that it is valid and planning it finds no changes.
 */
export async function pull(options: PullOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const { images, dryRun, layout, force } = options
  const { env } = surroundings
  const output = programOutput(global, surroundings)
  using catalogue = await readValidCatalogue(global, surroundings, { folder: tmpdir() })
  await using connection = await connect(catalogue, { output, surroundings })
  const { store, state } = connection
  using progress = startProgressLine(output, surroundings)
  using stopping = stopAtSignal(surroundings, () =>
    output.warn('Stopped: no document was changed. Downloaded pictures stay. Run `planogram pull` again to continue.\n'),
  )
  const pulled = await pullStore({
    catalogue,
    store,
    state,
    layout,
    images,
    dryRun,
    force,
    env,
    now: surroundings.now(),
    cache: true,
    stop: stopping.signal,
    onProgress: progress.onProgress,
  })
  progress[Symbol.dispose]()
  const diffs = dryRun && global.verbose ? diffText(catalogue.root, pulled, output.theme) : ''
  await output.result(`${diffs}${pullText({ store: store.name, pulled, dryRun, images }, output.theme, global.verbose)}`)
  const { reads } = store.requests()
  output.note(`${countOf(reads, 'request')} to store ${store.name}; nothing was written to it\n`)
  return pulled.problems.length > 0 ? exitCodes.invalid : exitCodes.done
}

/** What a dry run would change, document by document: changed ones first. */
function diffText(root: string, { documents }: PullResult, theme: Theme): string {
  return documents
    .toSorted((a, b) => Number(a.isNew) - Number(b.isNew))
    .map((document) => `${changedDocumentDiff(root, document, theme)}\n`)
    .join('')
}
