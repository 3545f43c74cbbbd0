import type { z } from 'zod'
import type { CommandUsage } from './command-usage.ts'
import { applyUsage } from './commands/apply-usage.ts'
import { apiUsage } from './commands/api-usage.ts'
import { completionUsage } from './commands/completion-usage.ts'
import { customersUsage } from './commands/customers-usage.ts'
import { doctorUsage } from './commands/doctor-usage.ts'
import { driftUsage } from './commands/drift-usage.ts'
import { emulatorUsage } from './commands/emulator-usage.ts'
import { explainUsage } from './commands/explain-usage.ts'
import { fmtUsage } from './commands/fmt-usage.ts'
import { getUsage } from './commands/get-usage.ts'
import { initUsage } from './init/init-usage.ts'
import { listenUsage } from './commands/listen-usage.ts'
import { loginUsage } from './commands/login-usage.ts'
import { logoutUsage } from './commands/logout-usage.ts'
import { planUsage } from './commands/plan-usage.ts'
import { previewUsage } from './commands/preview-usage.ts'
import { priceUsage } from './commands/price-usage.ts'
import { pullUsage } from './commands/pull-usage.ts'
import { rehearseUsage } from './commands/rehearse-usage.ts'
import { reviewUsage } from './commands/review-usage.ts'
import { runsUsage } from './commands/runs-usage.ts'
import { schemaUsage } from './commands/schema-usage.ts'
import { shipUsage } from './commands/ship-usage.ts'
import { showUsage } from './commands/show-usage.ts'
import { stateUsage } from './commands/state-usage.ts'
import { undoUsage } from './commands/undo-usage.ts'
import { validateUsage } from './commands/validate-usage.ts'
import type { GlobalOptions } from './global-options.ts'
import { whileLoading } from './live-line.ts'
import { readOptions } from './option.ts'
import { programOutput } from './program-output.ts'
import type { Surroundings } from './surroundings.ts'

/** What a command does; resolves to its exit code. */
type Run<Options> = (options: Options, global: GlobalOptions, surroundings: Surroundings) => Promise<number>

/** A command of the program. */
export interface ProgramCommand {
  readonly usage: CommandUsage
  /** Reads what was typed for its options, loads the command, and runs it. */
  readonly run: Run<Readonly<Record<string, unknown>>>
}

/** Every command, in the order of `--help`. The code of a command is loaded when it is typed. */
export const commands: readonly ProgramCommand[] = [
  command(initUsage, async () => (await import('./commands/init.ts')).init),
  reporting(fmtUsage, async () => (await import('./commands/fmt.ts')).fmt),
  command(schemaUsage, async () => (await import('./commands/schema.ts')).schema),
  reporting(validateUsage, async () => (await import('./commands/validate.ts')).validate),
  reporting(planUsage, async () => (await import('./commands/plan.ts')).plan),
  reporting(showUsage, async () => (await import('./commands/show.ts')).show),
  reporting(reviewUsage, async () => (await import('./commands/review.ts')).review),
  reporting(rehearseUsage, async () => (await import('./commands/rehearse.ts')).rehearse),
  reporting(previewUsage, async () => (await import('./commands/preview.ts')).preview),
  reporting(applyUsage, async () => (await import('./commands/apply.ts')).apply),
  reporting(driftUsage, async () => (await import('./commands/drift.ts')).drift),
  reporting(undoUsage, async () => (await import('./commands/undo.ts')).undo),
  command(runsUsage, async () => (await import('./commands/runs.ts')).runs),
  command(stateUsage, async () => (await import('./commands/state.ts')).state),
  reporting(priceUsage, async () => (await import('./commands/price.ts')).price),
  reporting(explainUsage, async () => (await import('./commands/explain.ts')).explain),
  command(completionUsage, async () => (await import('./commands/completion.ts')).completionOf(commands.map(({ usage }) => usage))),
  command(loginUsage, async () => (await import('./commands/login.ts')).login),
  command(logoutUsage, async () => (await import('./commands/logout.ts')).logout),
  reporting(doctorUsage, async () => (await import('./commands/doctor.ts')).doctor),
  reporting(pullUsage, async () => (await import('./commands/pull.ts')).pull),
  reporting(getUsage, async () => (await import('./commands/get.ts')).get),
  reporting(apiUsage, async () => (await import('./commands/api.ts')).api),
  command(listenUsage, async () => (await import('./commands/listen.ts')).listen),
  command(shipUsage, async () => (await import('./commands/ship.ts')).ship),
  reporting(customersUsage, async () => (await import('./commands/customers.ts')).customers),
  command(emulatorUsage, async () => (await import('./commands/emulator.ts')).emulator),
]

/** Loads the code of a command. */
type Load<Options> = (global: GlobalOptions, surroundings: Surroundings) => Promise<Run<Options>>

function command<Options extends z.ZodObject>(usage: CommandUsage<Options>, load: Load<z.infer<Options>>): ProgramCommand {
  return {
    usage,
    run: async (typed, global, surroundings) => {
      const options = readOptions(usage.options, typed)
      const run = await load(global, surroundings)
      return run(options, global, surroundings)
    },
  }
}

/** A command that reports progress, also while its code is loaded. The others do not: one in the background would replace the prompt of the shell. */
function reporting<Options extends z.ZodObject>(usage: CommandUsage<Options>, load: () => Promise<Run<z.infer<Options>>>): ProgramCommand {
  return command(usage, (global, surroundings) => whileLoading(load, programOutput(global, surroundings), surroundings))
}
