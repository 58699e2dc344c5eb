import { type Fault, operations, type ResponseBodyOf } from '@guidebook/contracts'
import type { InternalClient } from '@guidebook/service-kit'

export type FoundGuidebook = NonNullable<ResponseBodyOf<typeof operations.findGuidebook, 200>['guidebook']>

/** Asks geodata for a guidebook of the account by its custom ID; a missing one is a fault at the pointer. */
export async function findGuidebook(
  geodata: InternalClient,
  account: string,
  customId: string,
  pointer: string,
): Promise<{ guidebook: FoundGuidebook; fault?: undefined } | { guidebook?: undefined; fault: Fault }> {
  const { body } = await geodata.call(operations.findGuidebook, { query: { account, customId } })
  if (body.guidebook !== null) return { guidebook: body.guidebook }
  return { fault: { pointer, code: 'guidebook-not-found', message: 'No guidebook of the account has this custom ID.' } }
}

/** A title in the wanted language, else in the account's, else in any. */
export function titleIn(titles: Readonly<Record<string, string>>, lang: string, defaultLang: string): string {
  const wanted = [titles[lang], titles[defaultLang], ...Object.values(titles)]
  return wanted.find((title) => title !== undefined && title !== '') ?? ''
}
