import { Box, Text, useApp, useInput, usePaste, useWindowSize } from 'ink'
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import { type Line, paint } from '../report/line.ts'
import { sanitizeLine } from '../report/sanitize.ts'
import type { Theme } from '../report/theme.ts'
import { keyNames } from './key-names.ts'
import { boundsOf, reviewFrame, type ReviewModel } from './review-frame.ts'
import { isTextInput, pressKey } from './review-keys.ts'
import { reduceReview, settleReview, startReview } from './review-state.ts'

/** The review of a plan on the whole terminal. Ends the ink app with a `ReviewEnding`. */
export function ReviewScreen({ model, theme }: { readonly model: ReviewModel; readonly theme: Theme }): ReactElement {
  const size = useWindowSize()
  const { exit } = useApp()
  const [state, setState] = useState(() => startReview(model.find('')))
  const bounds = useMemo(() => boundsOf(model, size), [model, size])

  useInput((input, key) => {
    const names = keyNames(input, key)
    setState((before) => names.reduce((now, name) => pressKey(now, name, bounds), before))
  })
  usePaste((text) => {
    setState((before) => (isTextInput(before) ? reduceReview(before, { type: 'type', text: sanitizeLine(text.trim()) }, bounds) : before))
  })
  useEffect(() => {
    if (state.ending !== null) exit(state.ending)
  }, [exit, state.ending])

  const frame = reviewFrame(settleReview(state, bounds), model, size)
  return (
    <Box flexDirection="column" height={size.rows} overflow="hidden">
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

/** Lines that fill their columns exactly, as one text: a box for each line would take a third more time per key. */
function Lines({ lines, theme }: { readonly lines: readonly Line[]; readonly theme: Theme }): ReactElement {
  const text = lines.map((spans) => paint(spans, theme)).join('\n')
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
    </Box>
  )
}
