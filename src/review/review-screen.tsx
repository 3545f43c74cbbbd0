import { Box, Text, Transform, useApp, useInput, usePaste, useWindowSize } from 'ink'
import { type ReactElement, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Line, lineWidth, paint } from '../report/line.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'
import { keyNames } from './key-names.ts'
import { boundsOf, reviewFrame } from './review-frame.ts'
import { isTextInput, pressKey } from './review-keys.ts'
import type { ReviewGroup } from './review-groups.ts'
import type { ReviewModel } from './review-model.ts'
import type { ReviewPrograms } from './review-requests.ts'
import { reduceReview, settleReview } from './reduce-review.ts'
import { type ReviewRequest, startReview } from './review-state.ts'
import { fileToShow, readBetweenKeys, usePictures } from './review-work.ts'

/** What a review does outside of its screens. */
export interface ReviewEffects {
  /** Opens an editor or a page; resolves with what to tell the user, empty for nothing. An editor gets the terminal. */
  readonly perform: (request: ReviewRequest & { readonly group: ReviewGroup | undefined }) => Promise<string>
  /** Called with the skipped records each time that they change. */
  readonly onSkipped: (skipped: ReadonlySet<number>) => void
  /** Reads the pictures of a file; `undefined` where the terminal cannot show them. */
  readonly picturesOf: ReviewPrograms['picturesOf'] | undefined
  /** Ctrl-Z: stops the process until it is continued. */
  readonly suspend: (() => Promise<void>) | undefined
}

interface ReviewProps {
  readonly model: ReviewModel
  readonly theme: Theme
  readonly effects: ReviewEffects
  /** Skipped at the start. */
  readonly skipped: ReadonlySet<number>
}

/** The review of a plan on the whole terminal. Ends the ink app with a `ReviewEnding`. */
export function ReviewScreen({ model, theme, effects, skipped }: ReviewProps): ReactElement {
  const size = useWindowSize()
  const { exit, suspendTerminal } = useApp()
  const bounds = useMemo(() => boundsOf(model, size), [model, size])
  const [state, setState] = useState(() => startReview(bounds, skipped))
  const { request } = state

  useInput((input, key) => {
    const names = keyNames(input, key)
    if (names.includes('ctrl-z') && effects.suspend) void suspendTerminal(effects.suspend)
    setState((before) => names.reduce((now, name) => pressKey(now, name, bounds), before))
  })
  usePaste((text) => {
    setState((before) => (isTextInput(before) ? reduceReview(before, { type: 'type', text: sanitizeLine(text.trim()) }, bounds) : before))
  })
  useEffect(() => {
    if (state.skipped !== skipped) effects.onSkipped(state.skipped)
  }, [effects, skipped, state.skipped])
  const perform = useEffectEvent(async (requested: ReviewRequest): Promise<string> => {
    const group = model.groupsOf(state.grouping, state.order)[requested.row.group]
    let notice = ''
    const work = async (): Promise<void> => {
      notice = await effects.perform({ ...requested, group })
    }
    await (requested.kind === 'edit' ? suspendTerminal(work) : work())
    return notice
  })
  const answer = useEffectEvent((text: string) => {
    setState((before) =>
      reduceReview(reduceReview(before, { type: 'row', key: { type: 'requested' } }, bounds), { type: 'notice', text }, bounds),
    )
  })
  useEffect(() => {
    // Depends on the request alone: resizing the terminal must not repeat it.
    if (request !== null) void perform(request).then(answer)
  }, [request])
  useEffect(() => {
    if (state.ending !== null) exit(state.ending)
  }, [exit, state.ending])

  usePictures(fileToShow(state, model), effects.picturesOf, (path, pair) =>
    setState((before) => reduceReview(before, { type: 'pictures', path, pair }, bounds)),
  )
  useEffect(() => readBetweenKeys(model.search), [model])

  const frame = reviewFrame(settleReview(state, bounds), model, size)
  return (
    <Box flexDirection="column" height={size.rows} overflowY="hidden">
      <Lines lines={[frame.head]} theme={theme} />
      <Box flexShrink={0}>
        {frame.boxes.map((lines, index) => (
          <Lines key={index === 0 ? 'left' : 'right'} lines={lines} theme={theme} />
        ))}
      </Box>
      <Lines lines={[frame.foot]} theme={theme} />
    </Box>
  )
}

/**
 * Lines that fill their columns exactly, as one text: a box for each line would take a third more time per key. Ink measures and cuts what it is
 * given several times per frame; it is given a blank for each line, which becomes the line when it is written.
 */
function Lines({ lines, theme }: { readonly lines: readonly Line[]; readonly theme: Theme }): ReactElement {
  const [first = []] = lines
  return (
    <Box flexShrink={0} width={lineWidth(first)} height={lines.length}>
      <Transform transform={(_, index) => paint(lines[index] ?? [], theme)}>
        <Text>{lines.map(() => ' ').join('\n')}</Text>
      </Transform>
    </Box>
  )
}
