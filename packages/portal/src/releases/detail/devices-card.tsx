import type { Device, ReleaseRecord } from '@guidebook/client'
import { useMemo } from 'react'
import { useAccount } from '../../api/account.tsx'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { useReloadRelease } from '../queries.ts'

export function DevicesCard({ release, canChange }: { release: ReleaseRecord; canChange: boolean }) {
  const t = useTexts()
  const formats = useFormats()
  const { account, client } = useAccount()
  const reload = useReloadRelease(release.link)
  const key = useMemo(() => [account.id, 'release', release.link, 'devices'], [account.id, release.link])
  const pages = usePages<Device>(key, (cursor, { signal }) =>
    client.releases.devices({ account: account.id, release: release.link }, cursor === undefined ? {} : { cursor }, {
      signal,
    }),
  )
  const columns = useMemo((): Column<Device>[] => {
    const free = (device: Device) => async () => {
      await client.releases.removeDevice({ account: account.id, release: release.link }, device.id)
      notify(t.deviceFreed)
      await reload(key)
    }
    return [
      { id: 'name', header: t.device, cell: ({ name }) => <span dir="auto">{name}</span> },
      { id: 'since', header: t.since, cell: ({ registeredAt }) => formats.instant(registeredAt) },
      ...(canChange
        ? [
            {
              id: 'free',
              header: t.actions,
              cell: (device: Device) => (
                <ConfirmButton
                  size="xs"
                  label={t.freeDevice}
                  title={t.freeDevice}
                  confirmLabel={t.freeDevice}
                  act={free(device)}
                >
                  {t.freeDeviceText({ name: device.name })}
                </ConfirmButton>
              ),
            },
          ]
        : []),
    ]
  }, [t, formats, client, account.id, release.link, canChange, reload, key])
  return (
    <Card title={t.devices} lead={t.devicesLead({ n: release.devices })}>
      <PagedTable
        pages={pages}
        label={t.devices}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty compact icon="device" title={t.noDevices}>
            {t.noDevicesText}
          </Empty>
        }
      />
    </Card>
  )
}
