import { Box, Static, Text, useAnimation, useInput, useWindowSize } from 'ink'
import type { ReactElement } from 'react'
import { paint } from '../report/line.ts'
import type { Failure, Progress } from '../report/progress.ts'
import type { Theme } from '../report/theme.ts'
import { keyNames } from './key-names.ts'
import { failureText, type ProgressHead, progressLines } from './progress-lines.ts'

/** What the progress screen reads ten times a second, so that a thousand events a second cost no more than ten. */
export interface ProgressSource {
  readonly head: ProgressHead
  readonly progress: () => Progress
  /** The steps that failed, in order. */
  readonly failures: () => readonly Failure[]
  readonly nowMs: () => number
  readonly onInterrupt: () => void
  /** False where no key can be read. */
  readonly hasKeys: boolean
  readonly theme: Theme
}

const sampleMs = 100

/** The progress of an apply below the steps that failed, which stay in the scrollback. */
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
      <Static items={[...source.failures()]}>
        {(failure) => (
          <Text key={failure.step.id}>
            {failureText(failure, columns)
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
