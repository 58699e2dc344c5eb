/** What errors of the API mean, in the person's language. In English, the API's own sentences, which say more. */
import type { ApiError } from '@guidebook/client'
import { type ErrorTexts, findErrorText, loadErrorTexts } from '@guidebook/messages/errors'
import type { PortalLanguage } from '@guidebook/messages/portal-translations'
import type { Formats } from './formats.ts'

const loaded = new Map<PortalLanguage, ErrorTexts>()

/** Resolves when the errors of the API can be shown in the language. If the texts cannot be loaded, they are shown in English. */
export async function prepareErrorTexts(language: PortalLanguage): Promise<void> {
  if (language === 'en' || loaded.has(language)) return
  try {
    loaded.set(language, await loadErrorTexts(language))
  } catch (error) {
    console.warn('the texts of errors could not be loaded', error)
  }
}

type Fault = ApiError['faults'][number]

export interface ErrorWords {
  /** Null: the detail says it all. */
  title(error: ApiError): string | null
  /** Null: it repeats the faults, with their JSON Pointers. */
  detail(error: ApiError): string | null
  fault(fault: Fault): string
}

/** The service explains these in the person's language: the detail says where a file is wrong. */
const explained = new Set<ApiError['code']>(['csv-unreadable', 'csv-column-missing'])

/** Reads the texts when an error occurs: before that they need not be loaded. */
export function errorWordsIn(language: PortalLanguage, formats: Pick<Formats, 'day'>): ErrorWords {
  const find = (name: string, values?: Fault['values']) => {
    const texts = loaded.get(language)
    return texts && findErrorText(texts, name, values)
  }
  return {
    title: ({ code, title }) => (find(`code.${code}`) === undefined ? title : null),
    detail: (error) =>
      explained.has(error.code)
        ? error.detail
        : (find(`code.${error.code}`) ?? (repeatsFaults(error) ? null : error.detail)),
    fault: ({ rule, values = {}, code, message }) => {
      const written = daysWritten(values, formats)
      return (rule && find(`rule.${rule}`, written)) ?? find(`code.${code}`) ?? withDays(message, values, written)
    },
  }
}

const repeatsFaults = ({ detail, faults: [first] }: ApiError): boolean =>
  first !== undefined && detail.includes(first.message)

/** Of rules about a period. Other values may look like a day, such as the custom ID of a guidebook. */
const days = new Set(['start', 'end'])

type Values = NonNullable<Fault['values']>

const daysWritten = (values: Values, { day }: Pick<Formats, 'day'>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, days.has(name) ? day(String(value)) : value]))

/** The API's sentence, with its days as people write them. */
const withDays = (message: string, values: Values, written: Values): string =>
  [...days]
    .filter((name) => values[name])
    .reduce((text, name) => text.replaceAll(String(values[name]), String(written[name])), message)
