/** Language and colours. */

import { portalLanguages } from '@guidebook/messages/portal-translations'
import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLanguage } from '../i18n/texts.tsx'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'

const ownName = (language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

export function LanguageMenu({ onChoose }: { onChoose?: (language: string) => void }) {
  const { language, chooseLanguage, t } = useLanguage()
  const notifyFailure = useNotifyFailure()
  return (
    <Menu position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`${language.toUpperCase()} · ${t.chooseLanguage({ language: ownName(language) })}`}
          fz="sm"
          fw={600}
        >
          {language.toUpperCase()}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {portalLanguages.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            aria-current={one === language ? 'true' : undefined}
            fw={one === language ? 600 : 400}
            onClick={() => {
              chooseLanguage(one).then((isLatest) => isLatest && onChoose?.(one), notifyFailure)
            }}
          >
            {ownName(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function ColorSchemeButton() {
  const { t } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const label = scheme === 'dark' ? t.lightColors : t.darkColors
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        <Icon name={scheme === 'dark' ? 'sun' : 'moon'} />
      </ActionIcon>
    </Tooltip>
  )
}
