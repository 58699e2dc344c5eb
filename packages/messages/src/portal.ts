/** The texts of the portal. They are separate from the other areas, so that a browser loads only one language of them. */
import type { ValuesOf } from './compile-message.ts'
import { compileTexts } from './compile-texts.ts'
import type { portalArguments } from './portal-arguments.ts'
import { type English, loadPortalTranslation, type PortalLanguage } from './portal-translations.ts'

type Arguments = typeof portalArguments

/** English names the messages: text, or a function of the values to insert. */
export type PortalTexts = {
  readonly [Name in keyof English]: Name extends keyof Arguments
    ? (values: ValuesOf<Arguments[Name]>) => string
    : string
}

export const loadPortalTexts = async (language: PortalLanguage): Promise<PortalTexts> =>
  compileTexts(await loadPortalTranslation(language), language) as PortalTexts
