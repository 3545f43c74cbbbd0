import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './program.ts'
import { startTerminal } from './terminal.ts'

/** A bash in a terminal, in which a test types as a person does. Disposing ends it and the programs in it. */
export interface TypedShell extends AsyncDisposable {
  /** Types a line, answers its prompts, and resolves with its exit code. */
  type(line: string, answer?: (shell: TypedShell) => Promise<void>): Promise<number>
  /** Resizes the window and tells the terminal, from the prompt: only bash gets a signal. */
  resize(columns: number, rows: number): Promise<void>
  /** Sends keys, as the bytes that a terminal would send. */
  press(keys: string): void
  /** Resolves with the screen as soon as it contains this text or matches this expression. */
  until(seen: string | RegExp): Promise<string>
  /** Resolves when the terminal is in this mode, as `stty` names it: keys that are sent before a program has set it are echoed. */
  untilMode(mode: '-echo'): Promise<void>
}

/** The program that runs bash in a terminal, or `null` with a notice if it is missing. */
export const scriptProgram = findProgram('script', 'bsdutils')

const deadlineMs = 60_000

/** Starts a bash in a folder, in a terminal of 96 columns and 11 rows. `env` is its complete environment; `HOME` must exist. */
export async function startShell(cwd: string, env: Readonly<Record<string, string>> & { readonly HOME: string }): Promise<TypedShell> {
  const terminal = startTerminal(96, 11, deadlineMs)
  const device = join(env.HOME, 'terminal')
  if (scriptProgram === null) throw new Error('A typed shell needs the program script.')
  const bash = spawn(scriptProgram, ['-qfec', `stty cols 96 rows 11; tty > '${device}'; exec bash --norc --noprofile -i`, '/dev/null'], {
    cwd,
    // The prompt shows the number of the next command and the exit code of the last one.
    env: { ...env, PS1: '<\\#:$?> ' },
  })
  const closed = once(bash, 'close')
  bash.stdout.pipe(terminal.stdout)
  terminal.stdin.pipe(bash.stdin)
  let commands = 1
  const until = (seen: string | RegExp): Promise<string> => terminal.until(typeof seen === 'string' ? seen : (screen) => seen.test(screen))
  await until('<1:0>')
  const tty = readFileSync(device, 'utf8').trim()
  const shell: TypedShell = {
    type: async (line, answer) => {
      commands += 1
      terminal.press(`${line}\r`)
      await answer?.(shell)
      const prompt = new RegExp(`<${String(commands)}:(\\d+)>`)
      return Number(prompt.exec(await until(prompt))?.[1])
    },
    resize: async (columns, rows) => {
      terminal.resize(columns, rows)
      await shell.type(`stty cols ${String(columns)} rows ${String(rows)}`)
    },
    press: (keys) => terminal.press(keys),
    until,
    untilMode: async (mode) => {
      for (const end = Date.now() + deadlineMs; !(await modesOf(tty)).includes(mode);)
        if (Date.now() > end) throw new Error(`The terminal never reached the mode ${mode}.`)
    },
    [Symbol.asyncDispose]: async () => {
      bash.kill()
      await closed
      terminal.close()
    },
  }
  return shell
}

async function modesOf(tty: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('stty', ['-F', tty, '-a'])
  return stdout.split(/\s+/)
}
