import { operations } from '@guidebook/contracts'
import type { Demonstration, DemonstrationAccount } from '../state/description.ts'
import { createContext, type DemoSystem } from './context.ts'
import { montBlanc } from './data/mont-blanc.ts'

const person = { email: 'office@alpine-walks.guidebook.test', name: 'Office of Alpine Walks', role: 'admin' } as const

/** A link that signs in to the portal as an admin of the demonstration's operator. It works once, so each start creates another. */
export async function createSignInLink(system: DemoSystem, { accounts }: Demonstration): Promise<string | null> {
  const operator = accounts.find(({ type }) => type === 'operator')
  if (operator === undefined) return null
  try {
    return await linkOf(system, operator)
  } catch (error) {
    // The database was emptied after the demonstration: the account no longer exists.
    if ((error as { code?: string }).code === 'not-found') return null
    throw error
  }
}

async function linkOf(system: DemoSystem, operator: DemonstrationAccount): Promise<string> {
  const { support } = createContext(system, montBlanc, () => undefined)
  const params = { account_id: operator.id }
  const { items } = await support(operations.listUsersOfAccount, { params })
  const known = items.find(({ email }) => email === person.email)
  const { link } =
    known === undefined
      ? await support(operations.createUserOfAccount, { params, body: person })
      : await support(operations.createSignInLink, { params: { ...params, user_id: known.id } })
  return link
}
