import { CommandError } from '@guidebook/cli/admin'
import { randomOid } from '@guidebook/cli/admin/random-oid'
import { type Account, type BodyOf, operations } from '@guidebook/contracts'
import type { DemonstrationAccount } from '../../state/description.ts'
import { type DemoContext, timeZone } from '../context.ts'
import { startWebhookReceiver, webhookUrl } from './webhooks.ts'

type NewAccount = BodyOf<typeof operations.createAccount>

export const organisations = {
  operator: {
    name: 'Alpine Walks',
    email: 'office@alpine-walks.guidebook.test',
    colors: { primary: '#0a6c74', secondary: '#e3a72f' },
  },
  reseller: {
    name: 'Holiday Market',
    email: 'office@holiday-market.guidebook.test',
    colors: { primary: '#7a2e5d', secondary: '#f2c14e' },
  },
}

async function create(context: DemoContext, type: DemonstrationAccount['type']): Promise<DemonstrationAccount> {
  const { id, name, oid } = await createAccount(context, { ...organisations[type], type, timeZone, defaultLang: 'en' })
  const { key } = await context.support(operations.createKeyForAccount, { params: { account_id: id } })
  return { id, name, oid, type, key }
}

/** Chooses another Operator ID when an account has the first one: they have only three characters. */
export async function createAccount(
  context: Pick<DemoContext, 'support'>,
  account: Omit<NewAccount, 'oid'>,
): Promise<Account> {
  try {
    return await context.support(operations.createAccount, { body: { ...account, oid: randomOid() } })
  } catch (error) {
    if (error instanceof CommandError && error.code === 'oid-taken') return await createAccount(context, account)
    throw error
  }
}

/** The account of an earlier demonstration, if its key is valid: the database may have been emptied since. */
async function existing({ system, partner }: DemoContext, type: DemonstrationAccount['type']) {
  const account = system.demonstration?.accounts.find((one) => one.type === type)
  return (
    account &&
    partner(account)
      .account.read()
      .then(
        () => account,
        () => undefined,
      )
  )
}

/** The sender of the operator's booking files. It must be unique among accounts. */
export const bookingsAddress = ({ oid }: DemonstrationAccount) =>
  `bookings-${oid.toLowerCase()}@alpine-walks.guidebook.test`

export const csvColumns = {
  downloadCode: 'Booking',
  guidebookId: 'Tour',
  language: 'Language',
  arrivalDate: 'Arrival',
  departureDate: 'Departure',
  devices: 'Persons',
}

const importConfiguration = (account: DemonstrationAccount) => ({
  senders: [bookingsAddress(account)],
  columns: csvColumns,
  period: { daysBeforeArrival: 30, daysAfterDeparture: 30 },
  format: { delimiter: ';' as const, dateFormat: 'DD.MM.YYYY' as const },
  onExistingCode: 'report' as const,
})

/**
 * Sets up two new partners as support does: accounts, keys, their connection, the import and the webhook. The receiver starts last, because it keeps
 * this process running: after it, nothing here can fail.
 */
export async function prepareAccounts(context: DemoContext) {
  const { support, step, partner, system } = context
  const { operator, reseller } = await step('support creates an operator and a reseller', async () => ({
    operator: (await existing(context, 'operator')) ?? (await create(context, 'operator')),
    reseller: (await existing(context, 'reseller')) ?? (await create(context, 'reseller')),
  }))
  await step('support connects the two', () =>
    support(operations.connectAccounts, { params: { account_id: operator.id, other_id: reseller.id } }),
  )
  await step("support configures the operator's import of booking files", () =>
    support(operations.setAccountImport, {
      params: { account_id: operator.id },
      body: importConfiguration(operator),
    }),
  )
  await step('both keys open their own account', async () => {
    for (const account of [operator, reseller]) await partner(account).account.read()
  })
  const receiver = await step("support sets the reseller's webhook", async () => {
    const params = { account_id: reseller.id }
    const { secret } = await support(operations.setAccountWebhook, { params, body: { url: webhookUrl(system) } })
    return await startWebhookReceiver(system, secret)
  })
  return { operator, reseller, receiver }
}
