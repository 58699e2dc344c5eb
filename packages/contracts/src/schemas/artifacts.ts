/** Artifacts of a build in the object store. */
import { type Static, Type } from 'typebox'
import { language } from './fields.ts'
import { closed, nullable, oneOf } from './shape.ts'

const key = Type.String({ description: 'Key in the object store.' })
const bytes = Type.Integer({ minimum: 0 })
const pixels = Type.Integer({ minimum: 1 })

export const gpxFile = closed({
  name: Type.String({ description: 'File name without its ending.' }),
  stage: nullable(Type.Integer()),
  key,
  bytes,
  variant: oneOf(['full', 'device']),
})

export const artifacts = closed(
  {
    pdf: nullable(closed({ key, bytes, pages: Type.Integer({ minimum: 1 }) })),
    gpx: nullable(closed({ files: Type.Array(gpxFile), zip: closed({ key, bytes }) })),
    page: closed({ key }, { description: 'A JSON object of schema PublishedGuidebook.' }),
    /** Optional: older publications have none. */
    languages: Type.Optional(
      Type.Array(closed({ lang: language, key }), { description: 'The page in other languages, in the same form.' }),
    ),
    images: Type.Array(closed({ name: Type.String(), key, mediaType: Type.String(), width: pixels, height: pixels })),
    bundle: nullable(closed({ key, bytes })),
    icons: Type.Optional(
      Type.Array(closed({ name: Type.String(), key }), {
        description: 'Icons of the page on a home screen, PNG. Older publications have none.',
      }),
    ),
  },
  { title: 'Artifacts' },
)
export type Artifacts = Static<typeof artifacts>
