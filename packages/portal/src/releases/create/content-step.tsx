import { Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { AccommodationFields } from '../accommodation-fields.tsx'
import type { Fields } from './fields.ts'
import { ItemFields } from './item-fields.tsx'

/** The contents of a customized release. */
export function ContentStep({ fields: { draft, set, faults, text } }: { fields: Fields }) {
  const t = useTexts()
  return (
    <>
      <Card order={3} title={t.accommodation} lead={t.accommodationLead}>
        <AccommodationFields
          pointer="/accommodation"
          drafts={draft.accommodation}
          onChange={(accommodation) => set('accommodation', accommodation)}
          faults={faults}
        />
      </Card>
      <Card order={3} title={t.extras} lead={t.extrasLead}>
        <Stack>
          <ItemFields
            legend={t.texts}
            addLabel={t.addText}
            pointer="/text"
            drafts={draft.text}
            onChange={(items) => set('text', items)}
            faults={faults}
          />
          <ItemFields
            legend={t.places}
            addLabel={t.addPlace}
            pointer="/additionalAssets"
            drafts={draft.additionalAssets}
            onChange={(items) => set('additionalAssets', items)}
            faults={faults}
          />
          <TextInput type="email" label={t.errorMail} description={t.errorMailHint} {...text('email')} />
        </Stack>
      </Card>
    </>
  )
}
