import type { Item, Route } from '@guidebook/client'
import { useMemo, useState } from 'react'
import { useLanguage } from '../i18n/texts.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import type { StoredItem } from './change-item.ts'
import { IconField } from './icon-field.tsx'
import { routeIconChoices } from './route-icons.ts'
import { useItemEdit } from './use-item-edit.ts'

const iconOf = (item: Item) => (item.kind === 'route' ? (item.icon?.name ?? null) : null)

export function EditRouteIcon({ stored, route }: { stored: StoredItem; route: Route }) {
  const { t, language } = useLanguage()
  const choices = useMemo(() => routeIconChoices(t, language), [t, language])
  const [icon, setIcon] = useState(() => iconOf(route))
  const edit = useItemEdit(stored, (item) => setIcon(iconOf(item)))
  return (
    <FormModal
      label={t.changeIcon}
      title={t.changeIcon}
      draft={icon}
      fields={['/icon']}
      submit={() => edit.save((item) => (icon === null || icon === iconOf(item) ? null : { routeIcon: icon }))}
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {(faults) => <IconField choices={choices} value={icon} onChange={setIcon} error={faults.at('/icon')} />}
    </FormModal>
  )
}
