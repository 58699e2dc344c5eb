/** Until when a release can be replaced and revoked: the day before its first day. Its other changes have no end. */
import type { DiagnosedRelease, ReleaseRecord } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { addDays, type Formats } from '../../i18n/formats.ts'

export function lockDateText(
  { startdate }: Pick<ReleaseRecord, 'startdate'>,
  { kind, period: { today } }: Pick<DiagnosedRelease, 'kind'> & { period: Pick<DiagnosedRelease['period'], 'today'> },
  t: PortalTexts,
  formats: Pick<Formats, 'day'>,
): string {
  const isOnDemand = kind === 'on-demand'
  const day = formats.day(addDays(startdate, -1))
  if (today < startdate) return isOnDemand ? t.lockDateOnDemand({ day }) : t.lockDate({ day })
  return isOnDemand ? t.lockDateOnDemandOver({ day }) : t.lockDateOver({ day })
}
