import { Option } from 'commander'

/** `--format` with these choices; the first is the default. */
export function formatOption(formats: readonly string[]): Option {
  return new Option('-f, --format <format>', 'how to print the result').choices(formats).default(formats[0])
}
