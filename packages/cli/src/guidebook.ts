import manifest from '../package.json' with { type: 'json' }
import { positional } from './arguments.ts'
import { group, reading } from './command.ts'
import { account } from './commands/account.ts'
import { actions } from './commands/actions.ts'
import { adminToken } from './commands/admin-token.ts'
import { connect, disconnect } from './commands/connect.ts'
import { deadLetters } from './commands/dead-letters.ts'
import { doctor } from './commands/doctor.ts'
import { imports } from './commands/import.ts'
import { key } from './commands/key.ts'
import { release } from './commands/release.ts'
import { request } from './commands/request.ts'
import { setup } from './commands/setup.ts'
import { user } from './commands/user.ts'
import { webhook } from './commands/webhook.ts'
import { why } from './commands/why.ts'
import { completionScripts } from './completion.ts'

export const { version } = manifest

const shells = ['bash', 'zsh', 'fish'] as const

const completion = reading({
  summary: 'Print the completion script of a shell',
  args: { shell: { ...positional('bash, zsh or fish'), options: shells } },
  examples: ['source <(guidebook completion bash)', 'guidebook completion fish | source'],
  read({ shell }) {
    const script = completionScripts[shell]
    return { json: { shell, script }, show: script.trimEnd() }
  },
})

/** All commands. `key` is here and in `account`: people type both. */
export const guidebook = group('Support of the guidebook service', {
  account,
  key,
  user,
  connect,
  disconnect,
  webhook,
  import: imports,
  release,
  why,
  request,
  'dead-letters': deadLetters,
  'admin-token': adminToken,
  actions,
  doctor,
  setup,
  completion,
})
