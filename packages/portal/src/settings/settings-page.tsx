import { ColorSwatch, Group, SimpleGrid, Stack } from '@mantine/core'
import { useAccount, useSettings } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { CopyButton } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { AccountForm } from './account-form.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function SettingsPage() {
  const t = useTexts()
  const formats = useFormats()
  const { account, settings, may } = useAccount()
  const settingsQuery = useSettings()
  return (
    <SettingsLayout
      tab="account"
      lead={t.accountLead}
      actions={may('admin') && settings !== undefined && <AccountForm settings={settings} />}
    >
      <Loaded query={settingsQuery}>
        {(settings) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Stack gap="lg">
              <Card title={t.ids} lead={t.idsLead}>
                <Facts
                  facts={[
                    [t.accountId, <Copied key="id" value={account.id} />],
                    [t.oid, <Copied key="oid" value={account.oid} />],
                  ]}
                />
              </Card>
              <Card title={t.account}>
                <Facts
                  facts={[
                    [t.name, settings.name],
                    [t.kind, settings.type === 'operator' ? t.operator : t.reseller],
                    [t.email, settings.email],
                    [t.language, formats.language(settings.defaultLang)],
                    [t.timeZone, settings.timeZone],
                    [t.emergencyPhone, settings.emergencyPhone ?? '–'],
                    [t.paper, settings.roadbook.paper],
                    [t.created, formats.instant(settings.createdAt)],
                  ]}
                />
              </Card>
            </Stack>
            <Stack gap="lg">
              <Card title={t.brand}>
                <BrandPreview
                  name={settings.name}
                  primary={settings.colors.primary}
                  secondary={settings.colors.secondary}
                  logo={settings.logo ?? ''}
                />
                <Facts
                  facts={[
                    [t.primaryColor, <Color key="primary" color={settings.colors.primary} />],
                    [t.secondaryColor, <Color key="secondary" color={settings.colors.secondary} />],
                    [t.logo, settings.logo ?? '–'],
                    ['iOS', settings.app.iosUrl ?? '–'],
                    ['Android', settings.app.androidUrl ?? '–'],
                  ]}
                />
              </Card>
              <Card title={t.partners} lead={t.partnersLead}>
                {settings.partners.length === 0 ? (
                  <Empty compact icon="people" title={t.noPartners}>
                    {t.noPartnersText}
                  </Empty>
                ) : (
                  <Facts
                    facts={settings.partners.map(({ name, oid, type }) => [
                      name,
                      `${oid} · ${type === 'operator' ? t.operator : t.reseller}`,
                    ])}
                  />
                )}
              </Card>
            </Stack>
          </SimpleGrid>
        )}
      </Loaded>
    </SettingsLayout>
  )
}

const Copied = ({ value }: { value: string }) => (
  <Group gap="xs">
    <code>{value}</code>
    <CopyButton value={value} />
  </Group>
)

const Color = ({ color }: { color: string }) => (
  <Group gap="xs">
    <ColorSwatch color={color} size={18} aria-hidden="true" />
    <code>{color}</code>
  </Group>
)
