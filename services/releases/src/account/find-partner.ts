import type { AccountProjection, Fault } from '@guidebook/contracts'
import type { AccountProjections } from '@guidebook/service-kit'

export type FoundPartner = { seller: AccountProjection; fault?: undefined } | { seller?: undefined; fault: Fault }

/**
 * The connected account behind an Operator ID. One that does not exist and one that is not connected give the same fault,
 * so that nobody learns who else is a customer.
 */
export async function findPartner(
  accounts: AccountProjections,
  account: string,
  oid: string,
  pointer: string,
): Promise<FoundPartner> {
  const seller = await accounts.findByOid(oid)
  if (seller !== null && seller.id !== account && (await accounts.areConnected(account, seller.id))) {
    return { seller }
  }
  return { fault: { pointer, code: 'partner-not-connected', message: 'Must be the OID of a connected account.' } }
}
