/** Support's changes, as people read them. */
import type { PortalTexts } from '@guidebook/messages/portal'
import type { SupportTexts } from '@guidebook/messages/support'

type Texts = Readonly<Record<string, unknown>>

const textOf = (texts: Texts, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? String(texts[name]) : undefined

/** An operation of another version of the service has its name. */
export const operationText = (operation: string, s: SupportTexts): string =>
  textOf(s, `action.${operation}`) ?? operation

/** The account has its own column. */
const shownElsewhere = new Set(['account', 'account_id'])

/** The parameters of a change, such as "person: 4711". */
export const parameterTexts = (
  parameters: Readonly<Record<string, string>>,
  t: Pick<PortalTexts, 'yes' | 'no' | 'labelled'>,
  s: SupportTexts,
): string[] =>
  Object.entries(parameters)
    .filter(([name]) => !shownElsewhere.has(name))
    .map(([name, value]) =>
      t.labelled({
        label: textOf(s, `parameter.${name}`) ?? name,
        value: { true: t.yes, false: t.no }[value] ?? value,
      }),
    )
