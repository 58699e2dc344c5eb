import type { DiagnosedRelease, ReleaseRecord } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { NumberInput, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useReleaseEdit, useReleaseSwitch } from '../queries.ts'
import { lockDateText } from './lock-date.ts'

interface Props {
  release: ReleaseRecord
  canChange: boolean
  /** Undefined until it is known. */
  diagnosed: DiagnosedRelease | undefined
}

export function AccessCard({ release, canChange, diagnosed }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const { account } = useAccount()
  const free = canChange && !release.locked
  return (
    <Card title={t.access} actions={free && <DevicesForm release={release} />}>
      <Stack gap="sm">
        <ReleaseSwitch release={release} field="pdfEnabled" operation="setPdf" label={t.pdf} disabled={!free} />
        <ReleaseSwitch release={release} field="gpxEnabled" operation="setGpx" label={t.gpx} disabled={!free} />
        <ReleaseSwitch release={release} field="appEnabled" operation="setApp" label={t.app} disabled={!free} />
        <ReleaseSwitch
          release={release}
          field="disabled"
          operation="setDisabled"
          label={t.closeLink}
          hint={t.closeLinkHint}
          disabled={!canChange}
        />
        <ReleaseSwitch
          release={release}
          field="locked"
          operation="setLocked"
          label={t.lock}
          hint={t.lockHint}
          disabled={!canChange}
        />
        {diagnosed !== undefined && release.provider.id === account.id && !release.locked && (
          <div>
            <Text size="sm" fw={500}>
              {t.lockDateTitle}
            </Text>
            <Text size="sm" c="dimmed">
              {lockDateText(release, diagnosed, t, formats)}
            </Text>
          </div>
        )}
      </Stack>
    </Card>
  )
}

type Field = 'pdfEnabled' | 'gpxEnabled' | 'appEnabled' | 'disabled' | 'locked'
type Operation = keyof Pick<Client['releases'], 'setPdf' | 'setGpx' | 'setApp' | 'setDisabled' | 'setLocked'>

interface SwitchProps {
  release: ReleaseRecord
  field: Field
  operation: Operation
  label: string
  hint?: string
  disabled: boolean
}

function ReleaseSwitch({ release, field, operation, label, hint, disabled }: SwitchProps) {
  const change = useReleaseSwitch(release.link, field)
  return (
    <Switch
      label={label}
      description={hint}
      checked={release[field]}
      disabled={disabled}
      onChange={(event) => {
        const on = event.currentTarget.checked
        change.mutate({ on, send: (releases, address) => releases[operation](address, on) })
      }}
    />
  )
}

function DevicesForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const [devices, setDevices] = useState<number | string>(release.devices)
  const edit = useReleaseEdit(release, ['devices'], (stored) => setDevices(stored.devices))
  return (
    <FormModal
      label={t.deviceLimit({ n: release.devices })}
      icon="device"
      title={t.changeDevices}
      draft={devices}
      fields={['/devices']}
      submit={() => edit.save((releases, address, options) => releases.setDevices(address, Number(devices), options))}
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {(faults) => (
        <NumberInput
          label={t.devices}
          required
          min={1}
          max={9999}
          allowDecimal={false}
          value={devices}
          onChange={setDevices}
          error={faults.at('/devices')}
        />
      )}
    </FormModal>
  )
}
