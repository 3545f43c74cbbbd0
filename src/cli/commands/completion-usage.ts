import { z } from 'zod'
import { defineUsage, type OptionsOf } from '../command-usage.ts'
import { limited, optionalChoice } from '../option.ts'

export const completionUsage = defineUsage({
  name: 'completion',
  group: 'Inspect',
  description: 'Print the completions of a shell: commands, options, stores, runs, addresses',
  options: z.object({
    shell: optionalChoice('[shell]', 'Shell to complete in', ['bash', 'zsh', 'fish']),
    values: limited(
      optionalChoice('--values <list>', 'Print names of this catalogue instead, one per line, for the completions', [
        'stores',
        'runs',
        'addresses',
      ]),
      { excludes: ['shell'] },
    ),
  }),
  examples: [
    ['source <(planogram completion bash)', 'for ~/.bashrc'],
    ['source <(planogram completion zsh)', 'for ~/.zshrc, after compinit'],
    ['planogram completion fish > ~/.config/fish/completions/planogram.fish', 'for fish'],
  ],
  notes: ['Addresses are completed in catalogues of at most 2 MB: reading a larger one takes too long for a key press.'],
  exitCodes: {
    done: 'the completions are printed',
    error: 'there is no config',
    usage: 'there is no such shell',
    invalid: 'the config has errors',
  },
})

export type CompletionOptions = OptionsOf<typeof completionUsage>
