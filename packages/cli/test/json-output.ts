/** The fields of each command's result with `--json`: those of an operation's response, or of the command's own form. */
import { type Operation, operations } from '@guidebook/contracts'
import type { Command } from '../src/command.ts'

/** Fields with their meaning. */
type OwnFields = Readonly<Record<string, string>>

const items = (what: string): OwnFields => ({ items: what })

export const outputs: Readonly<Record<string, Operation | OwnFields>> = {
  'account create': operations.createAccount,
  'account create-test': {
    operator: 'The operator, with its key.',
    reseller: 'The reseller, with its key.',
    webhookSecret: 'The secret of the webhook of the reseller; null without one.',
  },
  'account show': operations.readAccountForSupport,
  'account list': items('All accounts, each as `account show` prints it.'),
  'account search': items('The accounts found, each as `account show` prints it.'),
  'account update': operations.updateAccount,
  'account suspend': operations.suspendAccount,
  'account reactivate': { account: 'Id of the account.', suspension: 'null' },
  'key create': operations.createKeyForAccount,
  'key rotate': {
    key: 'The new key, as `key create` prints it.',
    revoked: 'The keys that were revoked, each as `key list` prints it.',
    kept: 'The older keys that are still valid.',
  },
  'key list': operations.listKeysOfAccount,
  'key revoke': { revoked: 'The keys that were revoked, each as `key list` prints it.' },
  'user create': operations.createUserOfAccount,
  'user list': items('The people of the account.'),
  'user link': operations.createSignInLink,
  'user remove': { removed: 'The person, as `user list` prints it.' },
  connect: operations.connectAccounts,
  disconnect: { disconnected: 'Ids of the two accounts.' },
  'webhook set': operations.setAccountWebhook,
  'webhook show': operations.readAccountWebhook,
  'webhook ping': operations.pingAccountWebhook,
  'webhook enable': operations.enableAccountWebhook,
  'webhook end': { account: 'Id of the account.', url: 'The former address; null when there was none.' },
  'webhook deliveries': operations.listAccountDeliveries,
  'webhook replay': operations.replayAccountDeliveries,
  'webhook listen': {
    at: 'Time of arrival. One object for each delivery, each on a line.',
    webhookId: 'The header `webhook-id`.',
    sentAt: 'Time of the attempt.',
    genuine: 'Whether the signature is valid.',
    reason: 'Why the delivery was refused, else null.',
    repeated: 'Whether a genuine delivery with this id arrived before.',
    answered: 'Status of the response.',
    record: 'The release record of a genuine delivery.',
  },
  'import guess': operations.guessAccountImport,
  'import set': operations.setAccountImport,
  'import show': operations.readAccountImport,
  'import try': operations.previewAccountImport,
  'import list': operations.findImports,
  'import rows': operations.inspectImport,
  'import mail': { run: 'Id of the import.', file: 'Path of the saved mail.', bytes: 'Its size.' },
  'import release': operations.releaseImport,
  'release show': operations.findReleases,
  'release list': operations.listReleasesForSupport,
  'release search': operations.listReleasesForSupport,
  'release extend': operations.setReleasePeriodForSupport,
  'release enable': operations.setReleaseDisabledForSupport,
  'release disable': operations.setReleaseDisabledForSupport,
  'release lock': operations.setReleaseLockedForSupport,
  'release unlock': operations.setReleaseLockedForSupport,
  'release devices': operations.listDevicesForSupport,
  'release free-device': { removed: 'The removed device, as `release devices` prints it.' },
  'release build': operations.buildRelease,
  'release rebuild': operations.buildRelease,
  why: operations.diagnose,
  'request show': operations.findRequest,
  'dead-letters list': operations.listAllDeadLetters,
  'dead-letters redrive': operations.redriveQueue,
  'admin-token create': operations.createAdminToken,
  'admin-token list': operations.listAdminTokens,
  'admin-token revoke': { revoked: 'The token, as `admin-token list` prints it.' },
  'actions list': operations.listAdminActions,
  doctor: {
    healthy: 'Whether there is no error.',
    adminUrl: 'Address of the admin listener.',
    findings: 'Each with `state`, `subject`, `message` and `remedy`.',
    version: 'Version of the gateway.',
    parts: 'The state of each replica.',
    deadLetters: 'As `dead-letters list` prints them.',
  },
  setup: { folder: 'Path of the folder.', created: 'New files.', changed: 'Changed files.', kept: 'Unchanged files.' },
  completion: { shell: 'Name of the shell.', script: 'The script.' },
}

interface Leaf {
  path: string
  command: Command
}

/** All commands that do something, by their words. `account key` is `key`. */
export const leavesOf = ({ commands }: Pick<Command, 'commands'>, path = ''): Leaf[] =>
  Object.entries(commands).flatMap(([word, command]) => {
    if (path === 'account ' && word === 'key') return []
    const here = path + word
    return command.run === undefined ? leavesOf(command, `${here} `) : [{ path: here, command }]
  })

type Schema = { properties?: Record<string, { description?: string; anyOf?: { description?: string }[] }> }

/** The fields of the only successful response. */
function fieldsOf(output: Operation | OwnFields): [string, string][] {
  if (!('responses' in output)) return Object.entries(output as OwnFields)
  const [response] = Object.values((output as Operation).responses)
  const { properties = {} } = (response?.body ?? {}) as Schema
  return Object.entries(properties).map(([name, { description = '' }]) => [name, description])
}

export const fieldNames = (path: string): string[] => fieldsOf(outputs[path] ?? {}).map(([name]) => name)

/** The page: a list of fields for each command. */
export function jsonPage(leaves: readonly Leaf[]): string {
  const sections = leaves.map(({ path, command }) => {
    const output = outputs[path]
    if (output === undefined || fieldsOf(output).length === 0)
      throw new Error(`"guidebook ${path}" has no fields: add them to test/json-output.ts`)
    const list = fieldsOf(output).map(([name, meaning]) => `- \`${name}\`${meaning === '' ? '' : `: ${meaning}`}`)
    const source = 'id' in output ? [`The response of \`${output.method} ${output.path}\`.`, ''] : []
    return [`## ${path}`, '', `${command.summary}.`, '', ...source, ...list].join('\n')
  })
  return [introduction, ...sections].join('\n\n').concat('\n')
}

const introduction = `# Results of \`guidebook\` with \`--json\`

Each command prints one JSON value on standard output. These are its fields; later versions may add some. Errors and dry runs have the form that the
[README](README.md#what-scripts-may-rely-on) shows. \`npm test -- json-output -u\` writes this page.`
