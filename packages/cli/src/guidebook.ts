import manifest from '../package.json' with { type: 'json' }
import { type Command, group } from './command.ts'
import { account } from './commands/account.ts'
import { completion } from './commands/completion.ts'
import { connect, disconnect } from './commands/connect.ts'
import { deadLetters } from './commands/dead-letters.ts'
import { doctor } from './commands/doctor.ts'
import { imports } from './commands/import.ts'
import { key } from './commands/key.ts'
import { release } from './commands/release.ts'
import { request } from './commands/request.ts'
import { webhook } from './commands/webhook.ts'

export const { version } = manifest

/** All commands. `key` is here and in `account`: people type both. */
export const guidebook: Command = group('Support of the guidebook service', {
  account,
  key,
  connect,
  disconnect,
  webhook,
  import: imports,
  release,
  request,
  'dead-letters': deadLetters,
  doctor,
  completion: completion(() => guidebook),
})
