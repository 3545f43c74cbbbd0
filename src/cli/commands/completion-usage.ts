import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { option } from '../option.ts'

const shells = ['bash', 'zsh', 'fish'] as const
const lists = ['stores', 'runs', 'addresses'] as const

export const completionUsage = defineUsage({
  name: 'completion',
  group: 'Inspect',
  description: 'Print the completions of a shell: commands, options, stores, runs, addresses',
  options: z.object({
    shell: option('[shell]', 'Shell to complete in', {
      schema: z.enum(shells, { error: `Choose one of ${shells.join(', ')}.` }).optional(),
      choices: shells,
    }),
    values: option('--values <list>', 'Print names of this catalogue instead, one per line, as the completions do', {
      schema: z.enum(lists, { error: `Choose one of ${lists.join(', ')}.` }).optional(),
      choices: lists,
    }),
  }),
  examples: [
    ['source <(planogram completion bash)', 'for ~/.bashrc'],
    ['source <(planogram completion zsh)', 'for ~/.zshrc, after compinit'],
    ['planogram completion fish > ~/.config/fish/completions/planogram.fish', 'for fish'],
  ],
  notes: ['Addresses are completed in catalogues of at most 2 MB: reading a larger one takes too long for a key press.'],
  exitCodes: { done: 'the completions are printed', error: 'there is no config', usage: 'there is no such shell' },
})

export type CompletionOptions = OptionsOf<typeof completionUsage>
