/** Everything that a partner needs for trials, in one command: two connected test accounts with keys, and a webhook. */
import { type BodyOf, operations, schemas } from '@guidebook/contracts'
import { randomOid } from '../admin/random-oid.ts'
import type { Session } from '../admin/session.ts'
import { option } from '../arguments.ts'
import { changing } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { identityChanges } from './account-settings.ts'

type NewAccount = BodyOf<typeof operations.createAccount>

interface TestAccount {
  id: string
  oid: string
  key: string
}

export const createTest = changing({
  summary: 'Create test accounts for a partner: an operator and a connected reseller, with keys and a webhook',
  args: {
    name: { ...identityChanges.name, required: true },
    email: { ...identityChanges.email, required: true },
    webhook: option('url', 'HTTPS address of the partner’s receiver', { schema: schemas.webhookUrl }),
  },
  examples: [
    'guidebook account create-test --name "Alpine Walks" --email office@operator.example',
    'guidebook account create-test --name Trial --email me@example.com --webhook https://receiver.example/guidebook',
  ],
  async plan({ name, email, webhook }, session) {
    const setWebhook = (account: string, url: string) =>
      session.request(operations.setAccountWebhook, { params: { account_id: account }, body: { url } })
    // A malformed address fails before the accounts are created; their ids are unknown until then.
    if (webhook !== undefined) setWebhook('new', webhook)

    const account = (type: NewAccount['type'], oid: string): NewAccount => ({
      name: `${name} (test ${type})`,
      oid,
      email,
      type,
      test: true,
    })
    const [operatorOid, resellerOid] = await freeOids(session)
    const creations = [account('operator', operatorOid), account('reseller', resellerOid)].map((body) =>
      session.request(operations.createAccount, { body }),
    )

    async function createAccount(creation: (typeof creations)[number], created: string[]): Promise<TestAccount> {
      const { id, oid } = await session.send(creation)
      created.push(oid)
      const { key } = await session.send(
        session.request(operations.createKeyForAccount, { params: { account_id: id } }),
      )
      return { id, oid, key }
    }

    async function connectAndSetWebhook(operator: TestAccount, reseller: TestAccount): Promise<string | null> {
      const pair = { account_id: operator.id, other_id: reseller.id }
      await session.send(session.request(operations.connectAccounts, { params: pair }))
      if (webhook === undefined) return null
      return (await session.send(setWebhook(reseller.id, webhook))).secret
    }

    return {
      requests: creations,
      notes: ['Keys, the connection and the webhook follow once the accounts have their IDs.'],
      async execute() {
        const made: TestAccount[] = []
        const created: string[] = []
        try {
          for (const creation of creations) made.push(await createAccount(creation, created))
          const [operator, reseller] = made as [TestAccount, TestAccount]
          const webhookSecret = await connectAndSetWebhook(operator, reseller)
          return {
            json: { operator, reseller, webhookSecret },
            show: variables({
              API_KEY: operator.key,
              PARTNER_OID: reseller.oid,
              PARTNER_KEY: reseller.key,
              WEBHOOK_SECRET: webhookSecret,
            }),
            notes: [
              `Accounts: ${operator.oid} (operator) and ${reseller.oid} (reseller), connected.`,
              'Keys and secret are shown only once. The partner pastes these lines before the quick start, /docs/quick-start.',
            ],
          }
        } catch (error) {
          throw unfinished(error, creations.length, created)
        }
      },
    }
  },
})

/** Two Operator IDs that no account has. */
async function freeOids({ read }: Session): Promise<[string, string]> {
  const free = new Set<string>()
  while (free.size < 2) {
    const oid = randomOid()
    const { items } = await read(operations.listAccounts, { query: { oid } })
    if (items.length === 0) free.add(oid)
  }
  return [...free] as [string, string]
}

/** Assignments that a shell reads. */
const variables = (values: Readonly<Record<string, string | null>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join('\n')

/** Names the accounts that were created before the failure; the command can be run again. */
function unfinished(error: unknown, wanted: number, created: readonly string[]): unknown {
  if (!(error instanceof CommandError) || created.length === 0) return error
  const hint = `Created ${created.join(' and ')} (${created.length} of ${wanted} accounts). Run the command again: it creates new ones.`
  return new CommandError(error.exit, error.code, error.message, { ...error.explanation, hint })
}
