import { Box, Static, Text, useAnimation, useInput, useWindowSize } from 'ink'
import type { ReactElement } from 'react'
import { type Line, paint, wrapLine } from '../report/line.ts'
import type { Progress } from '../report/progress.ts'
import type { Theme } from '../report/theme.ts'
import { keyNames } from './key-names.ts'
import { type ProgressHead, progressLines } from './progress-lines.ts'

/** What the progress screen shows; it reads it ten times a second, whatever the number of events. */
export interface ProgressSource {
  readonly head: ProgressHead
  readonly progress: () => Progress
  /** The first failures and requests that did not succeed, in order: lines that are only added to. */
  readonly notes: () => readonly Line[]
  readonly nowMs: () => number
  readonly onInterrupt: () => void
  /** False where keys cannot be read. */
  readonly hasKeys: boolean
  readonly theme: Theme
}

const sampleMs = 100

/** The progress of an apply, below the first failures, which remain in the scrollback. */
export function ProgressScreen({ source }: { readonly source: ProgressSource }): ReactElement {
  const { columns, rows } = useWindowSize()
  useAnimation({ interval: sampleMs })
  useInput(
    (input, key) => {
      if (keyNames(input, key).includes('ctrl-c')) source.onInterrupt()
    },
    { isActive: source.hasKeys },
  )
  const progress = source.progress()
  const lines = progressLines(progress, source.head, { columns, rows, atMs: source.nowMs() })
  return (
    <>
      <Static items={[...source.notes()]}>
        {(note, index) => (
          <Text key={index}>
            {wrapLine(note, columns, '  ')
              .map((spans) => paint(spans, source.theme))
              .join('\n')}
          </Text>
        )}
      </Static>
      <Box flexShrink={0}>
        <Text wrap="truncate">{lines.map((spans) => paint(spans, source.theme)).join('\n')}</Text>
      </Box>
    </>
  )
}
