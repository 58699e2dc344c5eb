import type { DeliveryDetail } from '@guidebook/client'
import { Code, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'

/** What the receiver gets. The button copies the exact text, which the signature covers; the page shows it with line breaks. */
export function DeliveryRequest({ request }: { request: DeliveryDetail['request'] }) {
  const t = useTexts()
  const { method, url, headers, body } = request
  const formatted = useMemo(() => JSON.stringify(JSON.parse(body), null, 2), [body])
  return (
    <Card title={t.request} lead={t.requestLead} actions={<CopyButton value={body} label={t.copyBody} />}>
      <Stack gap="md">
        <Facts
          facts={[
            [t.address, url === null ? '–' : <Code key="url">{`${method} ${url}`}</Code>],
            ...Object.entries(headers).map(([name, value]) => [name, <Code key={name}>{value}</Code>] as const),
          ]}
        />
        <Code block mah="24rem" tabIndex={0} aria-label={t.requestBody}>
          {formatted}
        </Code>
      </Stack>
    </Card>
  )
}
