import type { DiagnosedRelease } from '@guidebook/client'
import { Text } from '@mantine/core'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Facts } from '../ui/facts.tsx'

/** How often travellers opened the page and downloaded its files. */
export function Usage({ usage }: { usage: DiagnosedRelease['usage'] }) {
  const t = useTexts()
  const formats = useFormats()
  if (usage === null)
    return (
      <Text size="sm" c="dimmed">
        {t.usageUnknown}
      </Text>
    )
  const { firstDay, lastDay } = usage
  return (
    <Facts
      facts={[
        [t.usagePage, formats.number(usage.pageViews)],
        [t.usagePdf, formats.number(usage.roadbookDownloads)],
        [t.usageGpx, formats.number(usage.gpxDownloads)],
        [t.usageApp, formats.number(usage.appDownloads)],
        ...(firstDay === null ? [] : ([[t.firstUse, formats.day(firstDay)]] as const)),
        ...(lastDay === null ? [] : ([[t.lastUsed, formats.day(lastDay)]] as const)),
      ]}
    />
  )
}
