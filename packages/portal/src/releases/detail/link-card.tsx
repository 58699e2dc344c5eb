/** What the traveller sees now and why, the Trip Link, and its files. */
import type { Diagnosis, ReleaseRecord } from '@guidebook/client'
import { Button, Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount } from '../../api/account.tsx'
import { Findings } from '../../diagnosis/findings.tsx'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { CopyButton, SaveButton } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import { codeOf } from '../queries.ts'
import classes from './link-card.module.css'
import { QrCode } from './qr-code.tsx'

interface Props {
  release: ReleaseRecord
  diagnosis: UseQueryResult<Diagnosis>
}

export function LinkCard({ release, diagnosis }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const { account, client } = useAccount()
  const address = { account: account.id, release: release.link }
  const code = codeOf(release, account.id)
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
            <PreviewLink address={address} label={t.preview} />
            {diagnosis.data?.release?.published?.otherLanguages?.map((language) => (
              <PreviewLink
                key={language}
                address={address}
                query={`?language=${language}`}
                label={t.previewIn({ language: formats.language(language) })}
              />
            ))}
            <SaveButton
              size="xs"
              label={t.roadbookPdf}
              name={`roadbook-${code}.pdf`}
              fetchFile={() => client.releases.downloadRoadbook(address)}
            />
            <SaveButton
              size="xs"
              label={t.gpxFiles}
              name={`gpx-${code}.zip`}
              fetchFile={() => client.releases.downloadGpx(address)}
            />
          </Group>
        </div>
      </div>
    </Card>
  )
}

interface PreviewProps {
  address: { account: string; release: string }
  /** Without one, the page is in the language of the release. */
  query?: string
  label: string
}

const PreviewLink = ({ address: { account, release }, query = '', label }: PreviewProps) => (
  <Button
    component="a"
    href={`/portal/api/content/release/${account}/${release}/page${query}`}
    target="_blank"
    rel="noreferrer noopener"
    variant="default"
    size="xs"
    leftSection={<Icon name="external" size={16} />}
  >
    {label}
  </Button>
)
