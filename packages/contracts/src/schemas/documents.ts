/** Documents of travellers, such as tickets and vouchers, that an operator attaches to a release. */
import { type Static, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import examples from './examples.json' with { type: 'json' }
import { date, instant } from './fields.ts'
import { internalId } from './identifiers.ts'
import { closed, nullable, text } from './shape.ts'

/** A PDF file with an empty page, in Base64. */
export const emptyPdf: string = examples.pdf

/** Most documents of a release. */
export const mostDocuments = 50

const title = text(200, {
  minLength: 1,
  description: 'Shown to travellers, and the name of the file.',
  examples: ['Rail ticket'],
})
const traveller = text(200, {
  minLength: 1,
  description:
    'Name of the traveller. Documents of one traveller are shown together; those without a name are for all.',
  examples: ['Anna Example'],
})
const day = (description: string) => ({ ...date, description }) as typeof date

export const documentToAttach = closed(
  {
    title,
    traveller: Type.Optional(traveller),
    from: Type.Optional(day('First day on which travellers get it; without it the first day of the release period.')),
    until: Type.Optional(day('Last day on which travellers get it; without it the last day of the release period.')),
    pdfBase64: Type.String({
      wellFormed: true,
      // Detects data URLs ("data:application/pdf;base64,…") without reading megabytes.
      pattern: '^[A-Za-z0-9+/]{5}',
      fault: 'pdf-base64' satisfies FieldRule,
      description: 'A PDF file in Base64, at most 10 MB decoded.',
      examples: [emptyPdf],
    }),
  },
  { title: 'DocumentToAttach' },
)

export const attachedDocument = closed(
  {
    id: internalId,
    title,
    traveller: nullable(Type.String()),
    from: nullable(date),
    until: nullable(date),
    bytes: Type.Integer({ minimum: 1, description: 'Size of the file.' }),
    encrypted: Type.Boolean({ description: 'The file is encrypted. A device may ask for a password to open it.' }),
    createdAt: instant,
  },
  { title: 'AttachedDocument' },
)
export type AttachedDocument = Static<typeof attachedDocument>
