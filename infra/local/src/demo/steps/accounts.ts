import { randomInt } from 'node:crypto'
import type { DemonstrationAccount } from '../../state/description.ts'
import { apiAt } from '../api.ts'
import type { Accounts, DemoContext } from '../context.ts'
import { timeZone } from '../context.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const randomOid = () => Array.from({ length: 3 }, () => letters[randomInt(letters.length)]).join('')

interface NewAccount {
  name: string
  email: string
  type: DemonstrationAccount['type']
  colors: { primary: string; secondary: string }
}

const operator: NewAccount = {
  name: 'Alpine Walks',
  email: 'office@alpine-walks.guidebook.test',
  type: 'operator',
  colors: { primary: '#0a6c74', secondary: '#e3a72f' },
}
const reseller: NewAccount = {
  name: 'Holiday Market',
  email: 'office@holiday-market.guidebook.test',
  type: 'reseller',
  colors: { primary: '#7a2e5d', secondary: '#f2c14e' },
}

async function create({ admin }: DemoContext, request: NewAccount): Promise<DemonstrationAccount> {
  const oid = randomOid()
  const { body } = await admin.send<{ id: string }>('POST', '/admin/accounts', 201, {
    ...request,
    oid,
    timeZone,
    defaultLang: 'en',
  })
  const key = await admin.send<{ key: string }>('POST', `/admin/accounts/${body.id}/keys`, 201)
  return { id: body.id, name: request.name, oid, type: request.type, key: key.body.key }
}

/** True while the key of an earlier demonstration is valid. The database may have been emptied since. */
async function isKeyValid({ system }: DemoContext, account: DemonstrationAccount): Promise<boolean> {
  const response = await fetch(new URL('/account', system.baseUrl), { headers: { authorization: account.key } })
  await response.body?.cancel()
  return response.ok
}

async function existing(
  context: DemoContext,
  type: DemonstrationAccount['type'],
): Promise<DemonstrationAccount | undefined> {
  const account = context.system.demonstration?.accounts.find((one) => one.type === type)
  return account && (await isKeyValid(context, account)) ? account : undefined
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
  format: { delimiter: ';', dateFormat: 'DD.MM.YYYY' },
  onExistingCode: 'report',
})

/** Sets up two new partners as support does: accounts, keys, their connection, the webhook and the import. */
export async function prepareAccounts(context: DemoContext): Promise<Accounts> {
  const { admin, list, receiver } = context
  const accounts = await list.step('support creates an operator and a reseller', async () => ({
    operator: (await existing(context, 'operator')) ?? (await create(context, operator)),
    reseller: (await existing(context, 'reseller')) ?? (await create(context, reseller)),
  }))
  await list.step('support connects the two', () =>
    admin.send('PUT', `/admin/accounts/${accounts.operator.id}/connections/${accounts.reseller.id}`, 200),
  )
  await list.step("support sets the reseller's webhook", async () => {
    const { body } = await admin.send<{ secret: string }>(
      'PUT',
      `/admin/accounts/${accounts.reseller.id}/webhook`,
      200,
      {
        url: receiver.url,
      },
    )
    receiver.trust(body.secret)
  })
  await list.step("support configures the operator's import of booking files", () =>
    admin.send('PUT', `/admin/accounts/${accounts.operator.id}/import`, 200, importConfiguration(accounts.operator)),
  )
  await list.step('both keys open their own account', async () => {
    for (const { key } of [accounts.operator, accounts.reseller])
      await apiAt(context.system.baseUrl, key).send('GET', '/account', 200)
  })
  return accounts
}
