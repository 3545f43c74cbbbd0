/** Environment variables that `planogram` reads, and what each does; `*` stands for the name of another variable. */
export const environmentVariables: Readonly<Record<string, string>> = {
  '*_HOST': 'The hosts that the key in `*` may be sent to, separated by commas (above)',
  PLANOGRAM_ALLOW_KEY_COMMAND: '`1`: the `key_command` of the config may run',
  CI: 'Set, and not `false`: no question is asked, no progress is shown, a key needs its `*_HOST`, and none of a login is used',
  HTTPS_PROXY: 'An HTTP proxy for addresses with https; `https_proxy` is read too',
  NO_PROXY: 'Hosts and domains that are reached without the proxy, separated by commas, or `*`; `no_proxy` is read too',
  NO_COLOR: 'Set: no colours, unless `--color always` is given',
  FORCE_COLOR: 'Set: colours outside of a terminal too; `0` or `false`: none',
  TERM: '`dumb`: no colours, no progress, and no review on the whole screen',
  GITHUB_ACTIONS: 'Set: colours in the log of a job, as with `GITLAB_CI`, `BUILDKITE` and `CIRCLECI`',
  VISUAL: 'The editor that a review opens with `e`; without it that of `EDITOR`',
  BROWSER: 'The program that opens an address (`login`, `emulator --open`, `o` in a review)',
  XDG_CONFIG_HOME:
    'The folder of `planogram/key-hosts.json`, `planogram/login-keys.json` and the secret of the cache; default `.config` in `HOME`, or in `USERPROFILE`',
  GITHUB_WORKSPACE: 'The root of the repository for `validate --format github` and `sarif`, where no folder has a `.git`',
}
