import { type Fault, operations, type ResponseBodyOf } from '@guidebook/contracts'
import { batched, type InternalClient } from '@guidebook/service-kit'

export type FoundGuidebook = NonNullable<ResponseBodyOf<typeof operations.findGuidebooks, 200>['results'][number]>

/** The guidebooks that geodata knows, by account and custom ID. */
export interface Guidebooks {
  find(account: string, customId: string): Promise<FoundGuidebook | null>
}

/** Asks geodata; what many requests look for at one time is one question. */
export function guidebooks(geodata: InternalClient): Guidebooks {
  const find = batched<{ account: string; customId: string }, FoundGuidebook | null>({
    async load(questions) {
      const { body } = await geodata.call(operations.findGuidebooks, {
        body: { questions: [...questions] },
        retry: true,
        // Others wait behind it.
        deadlineMs: 2_000,
      })
      return body.results
    },
  })
  return { find: (account, customId) => find({ account, customId }) }
}

/** A guidebook of the account by its custom ID; a missing one is a fault at the pointer. */
export async function findGuidebook(
  guidebooks: Guidebooks,
  account: string,
  customId: string,
  pointer: string,
): Promise<{ guidebook: FoundGuidebook; fault?: undefined } | { guidebook?: undefined; fault: Fault }> {
  const guidebook = await guidebooks.find(account, customId)
  if (guidebook !== null) return { guidebook }
  return { fault: { pointer, code: 'guidebook-not-found', message: 'No guidebook of the account has this custom ID.' } }
}

/** A title in the wanted language, else in the account's, else in any. */
export function titleIn(titles: Readonly<Record<string, string>>, lang: string, defaultLang: string): string {
  const wanted = [titles[lang], titles[defaultLang], ...Object.values(titles)]
  return wanted.find((title) => title !== undefined && title !== '') ?? ''
}
