import { type Html, html } from '../../html/html.ts'
import type { View } from './view.ts'

/** A document that the traveller gets today. */
export interface TripDocument {
  id: string
  title: string
  /** null: for all travellers. */
  traveller: string | null
  bytes: number
}

export const documentPath = (base: string, { id }: Pick<TripDocument, 'id'>): string => `${base}/documents/${id}.pdf`

/** Those for all, then those of each traveller in the order of the names; null when there are none. */
export function documentList(view: View): Html | null {
  const { documents, texts, lang } = view
  if (documents.length === 0) return null
  const byTraveller = Map.groupBy(documents, ({ traveller }) => traveller)
  const { compare } = new Intl.Collator(lang)
  const names = [...byTraveller.keys()].filter((name) => name !== null).sort(compare)
  const groups = [null, ...names].map((name) => groupOf(view, name, byTraveller.get(name) ?? []))
  return html`<section aria-labelledby="documents"><h2 id="documents">${texts.documents}</h2>${groups}</section>`
}

const groupOf = ({ base, figures }: View, name: string | null, documents: readonly TripDocument[]): Html | null =>
  documents.length === 0
    ? null
    : html`${name !== null && html`<h3 class="minor" dir="auto">${name}</h3>`}<ul class="buttons">${documents.map(
        (document) =>
          html`<li><a class="button plain" href="${documentPath(base, document)}"><span dir="auto">${document.title}</span> <small>PDF, ${figures.size(
            document.bytes,
          )}</small></a></li>`,
      )}</ul>`
