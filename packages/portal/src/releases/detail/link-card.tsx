/** What the traveller sees now and why, the Trip Link, and its files. */
import type { Diagnosis, ReleaseRecord } from '@guidebook/client'
import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount } from '../../api/account.tsx'
import { Findings } from '../../diagnosis/findings.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { CopyButton, SaveButton } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import classes from './link-card.module.css'
import { QrCode } from './qr-code.tsx'

interface Props {
  release: ReleaseRecord
  diagnosis: UseQueryResult<Diagnosis>
}

export function LinkCard({ release, diagnosis }: Props) {
  const t = useTexts()
  const { account, client } = useAccount()
  const address = { account: account.id, release: release.link }
  return (
    <Card title={t.travellerSees}>
      <Loaded query={diagnosis}>{({ findings }) => <Findings findings={findings} />}</Loaded>
      <div className={classes.link}>
        <QrCode text={release.url} label={t.qrCode} />
        <div>
          <Text size="sm" c="dimmed">
            {t.tripLink}
          </Text>
          <Text component="p" m={0} mb="sm" className={classes.url ?? ''}>
            <a href={release.url} target="_blank" rel="noreferrer noopener">
              {release.url}
            </a>
          </Text>
          <Group gap="xs" className="no-print">
            <CopyButton value={release.url} label={t.copyLink} />
            <Button
              component="a"
              href={`/portal/api/content/release/${account.id}/${release.link}/page`}
              target="_blank"
              rel="noreferrer noopener"
              variant="default"
              size="xs"
              leftSection={<Icon name="external" size={16} />}
            >
              {t.preview}
            </Button>
            <SaveButton
              size="xs"
              label={t.roadbookPdf}
              name={`roadbook-${release.downloadCode}.pdf`}
              fetchFile={() => client.releases.downloadRoadbook(address)}
            />
            <SaveButton
              size="xs"
              label={t.gpxFiles}
              name={`gpx-${release.downloadCode}.zip`}
              fetchFile={() => client.releases.downloadGpx(address)}
            />
          </Group>
        </div>
      </div>
    </Card>
  )
}
