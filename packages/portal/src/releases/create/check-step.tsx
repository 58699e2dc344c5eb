import { Button, Text } from '@mantine/core'
import { useAccount } from '../../api/account.tsx'
import { tripDays } from '../../i18n/formats.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import type { AccommodationDraft } from '../accommodation-draft.ts'
import { contentOf, type Draft, type ItemDraft } from './draft.ts'
import { type Step, stepsOf, titleOf } from './steps.ts'

interface Props {
  draft: Draft
  isSending: boolean
  goTo: (step: Step) => void
}

/** Everything that will be sent, with the way back to each step. */
export function CheckStep({ draft, isSending, goTo }: Props) {
  const t = useTexts()
  const summary = useSummary(draft)
  return stepsOf(draft).flatMap((step) => {
    if (step === 'check') return []
    const title = titleOf(step, t)
    const facts = summary[step].filter(([, value]) => value !== '')
    return (
      <Card
        key={step}
        order={3}
        title={title}
        actions={
          <Button
            variant="default"
            size="xs"
            disabled={isSending}
            aria-label={t.labelled({ label: t.change, value: title })}
            onClick={() => goTo(step)}
          >
            {t.change}
          </Button>
        }
      >
        {facts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.noContents}
          </Text>
        ) : (
          <Facts facts={facts} />
        )}
      </Card>
    )
  })
}

type Fact = readonly [name: string, value: string]

/** The fields of each step, as people read them. */
function useSummary(draft: Draft): Record<Exclude<Step, 'check'>, Fact[]> {
  const t = useTexts()
  const formats = useFormats()
  const { settings } = useAccount()
  const { accommodation, text, additionalAssets, email } = contentOf(draft)
  const reseller = settings?.partners.find(({ oid }) => oid === draft.resellerOid)?.name ?? draft.resellerOid
  const isCustomized = accommodation.length + text.length + additionalAssets.length > 0
  const nameOf = ({ libraryExternalId, externalId }: Omit<ItemDraft, 'id'>) => `${libraryExternalId} / ${externalId}`
  const items = (drafts: readonly ItemDraft[]) => formats.list(drafts.map(nameOf))
  const night = (stay: AccommodationDraft) => {
    const days = tripDays(stay.arrivalDate || null, stay.departureDate || null, t, formats)
    return [nameOf(stay), days, stay.comment].filter(Boolean).join(' · ')
  }
  return {
    guidebook: [
      [t.guidebook, draft.guidebookExternalId],
      [t.kind, isCustomized ? t.kindCustomized : t.kindPlain],
      [t.reseller, reseller],
      [t.sellerCode, draft.resellerOid === '' ? '' : String(draft.sellerDownloadCode)],
    ],
    booking: [
      [t.code, String(draft.downloadCode)],
      [t.language, formats.language(draft.lang)],
      [t.devices, String(draft.devices)],
      [t.positioning, draft.positioning ? t.yes : t.no],
      [t.firstDay, formats.day(draft.startdate)],
      [t.lastDay, formats.day(draft.enddate)],
      [t.arrival, formats.day(draft.arrivaldate)],
      [t.departure, formats.day(draft.departuredate)],
    ],
    content: [
      ...accommodation.map((stay, index): Fact => [t.nightNumber({ n: index + 1 }), night(stay)]),
      [t.texts, items(text)],
      [t.places, items(additionalAssets)],
      [t.errorMail, email],
    ],
  }
}
