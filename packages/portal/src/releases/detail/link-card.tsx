/** What the traveller sees now and why, the Trip Link, and its files. */
import type { Build, ReleaseRecord } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { Alert, Button, Group, Text } from '@mantine/core'
import { useAccount } from '../../api/account.tsx'
import { dayIn, type Formats } from '../../i18n/formats.ts'
import { useFormats, useTexts, useTimeZone } from '../../i18n/texts.tsx'
import { CopyButton, SaveButton } from '../../ui/actions.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { type View, viewOf } from '../state.ts'
import classes from './link-card.module.css'
import { QrCode } from './qr-code.tsx'

const looks: Record<View, { color: string; icon: IconName; tone: Tone }> = {
  closed: { color: 'orange', icon: 'lock', tone: 'warning' },
  early: { color: 'blue', icon: 'clock', tone: 'busy' },
  over: { color: 'gray', icon: 'clock', tone: 'quiet' },
  preparing: { color: 'blue', icon: 'refresh', tone: 'busy' },
  failed: { color: 'red', icon: 'error', tone: 'bad' },
  updating: { color: 'blue', icon: 'refresh', tone: 'busy' },
  open: { color: 'green', icon: 'check', tone: 'good' },
}

export function LinkCard({ release, build }: { release: ReleaseRecord; build: Build | undefined }) {
  const t = useTexts()
  const formats = useFormats()
  const { account, client } = useAccount()
  const view = viewOf(release, build, dayIn(useTimeZone()))
  const address = { account: account.id, release: release.link }
  const { color, icon } = looks[view]
  const off = [!release.pdfEnabled && t.pdf, !release.gpxEnabled && t.gpx, !release.appEnabled && t.app].filter(
    (one) => one !== false,
  )
  return (
    <Card title={t.travellerSees}>
      <Alert color={color} icon={<Icon name={icon} />} title={titleOf(view, t)}>
        {reasonOf(view, release, t, formats)}
        {off.length > 0 && <Text size="sm">{t.channelsOff({ channels: formats.list(off) })}</Text>}
      </Alert>
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

const titleOf = (view: View, t: PortalTexts): string =>
  ({
    closed: t.viewClosed,
    early: t.viewEarly,
    over: t.viewOver,
    preparing: t.viewPreparing,
    failed: t.viewFailed,
    updating: t.viewUpdating,
    open: t.viewOpen,
  })[view]

function reasonOf(view: View, { startdate, enddate }: ReleaseRecord, t: PortalTexts, formats: Formats): string {
  if (view === 'early') return t.viewEarlyText({ day: formats.day(startdate) })
  if (view === 'over') return t.viewOverText({ day: formats.day(enddate) })
  if (view === 'open') return t.viewOpenText({ day: formats.day(enddate) })
  return {
    closed: t.viewClosedText,
    preparing: t.viewPreparingText,
    failed: t.viewFailedText,
    updating: t.viewUpdatingText,
  }[view]
}
