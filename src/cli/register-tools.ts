import { type Command, InvalidArgumentError, Option } from 'commander'
import { profileNames } from '../emulator/assumptions/profiles.ts'
import type { Perform } from './perform.ts'

/** The commands beside the main job. Each is loaded when it is typed. */
export function registerTools(program: Command, perform: Perform): void {
  program
    .command('emulator')
    .description('run the embedded store until Ctrl-C')
    .option('-p, --port <number>', 'port on 127.0.0.1 (default: a free one)', portNumber)
    .option('-d, --data <folder>', 'where the store keeps its data (default: .planogram/emulator of the catalogue)')
    .option('-k, --key <key>', 'the application key (default: the one the store was made with)')
    .option('--seed <folder or snapshot>', 'what an empty store begins with: a catalogue; or a snapshot of this store, which replaces all')
    .addOption(new Option('--profile <name>', 'how it reads what the platform does not show').choices(profileNames).default('default'))
    .option('--faults <file>', 'fault plans as JSON, see docs/emulator.md')
    .action(async (_, command: Command) => perform((await import('./commands/emulator.ts')).emulator, command.optsWithGlobals()))
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
  return port
}
