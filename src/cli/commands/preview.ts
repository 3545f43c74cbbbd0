import { exitCodes } from '../../errors.ts'
import type { Rehearsal } from '../../rehearse/open-rehearsal.ts'
import type { GlobalOptions } from '../global-options.ts'
import { loginLine } from '../login-line.ts'
import { nextSignal } from '../next-signal.ts'
import { openShop } from '../open-browser.ts'
import { programOutput } from '../program-output.ts'
import { rehearsePlan } from '../rehearse-plan.ts'
import type { Surroundings } from '../surroundings.ts'
import type { PreviewOptions } from './preview-usage.ts'

/** `planogram preview [plan]`: applies a plan to a copy of the store and runs its shop until a signal ends it; the addresses go to stdout. */
export function preview(options: PreviewOptions, global: GlobalOptions, surroundings: Surroundings): Promise<number> {
  const output = programOutput(global, surroundings)
  const show = async ({ emulator }: Rehearsal, exitCode: number): Promise<number> => {
    const ended = nextSignal(surroundings)
    await output.result(`shop   ${emulator.url}/\nadmin  ${emulator.url}/_admin/\n${loginLine(emulator.administrator) ?? ''}\n`)
    output.note('Ctrl-C removes the copy\n')
    if (options.open) openShop(emulator.url, { output, env: surroundings.env })
    const signal = await ended
    return signal === 'SIGTERM' ? exitCodes.terminated : exitCode
  }
  return rehearsePlan(options, global, { surroundings, show, allPictures: true, port: options.port })
}
