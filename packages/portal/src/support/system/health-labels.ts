/** The names of what the health of a service reports. */
import type { HealthFact, HealthPart } from '@guidebook/contracts'
import type { SupportTexts } from '@guidebook/messages/support'

// A part or fact without a text does not compile.
type Labels = Readonly<Record<`healthPart.${HealthPart}` | `healthFact.${HealthFact}`, string>>

/** A part or fact of a newer service has its raw name. */
const labelOf = (name: string, raw: string, s: Labels): string =>
  Object.hasOwn(s, name) ? s[name as keyof Labels] : raw

export const partLabel = (part: string, s: SupportTexts): string => labelOf(`healthPart.${part}`, part, s)
export const factLabel = (fact: string, s: SupportTexts): string => labelOf(`healthFact.${fact}`, fact, s)
