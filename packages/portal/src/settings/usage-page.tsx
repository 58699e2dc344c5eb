import type { AccountUsage, TranslationUsage } from '@guidebook/client'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { SettingsLayout } from './settings-layout.tsx'

type UsedMonth = AccountUsage['months'][number]
type TranslatedMonth = TranslationUsage['months'][number]

const rowKey = ({ month }: { month: string }) => month

export function UsagePage() {
  const t = useTexts()
  const { account, client } = useAccount()
  const usage = useQuery({ queryKey: [account.id, 'usage'], queryFn: async () => await client.account.usage() })
  const translations = useQuery({
    queryKey: [account.id, 'translations'],
    queryFn: async () => await client.account.translations(),
  })
  const usedColumns = useUsedColumns()
  const translatedColumns = useTranslatedColumns()
  return (
    <SettingsLayout tab="usage" lead={t.usageLead}>
      <Stack gap="lg">
        <Card title={t.usage}>
          <Loaded query={usage}>
            {({ months }) =>
              months.length === 0 ? (
                <Empty compact icon="releases" title={t.noUsage}>
                  {t.noUsageText}
                </Empty>
              ) : (
                <DataTable label={t.usage} rows={months} columns={usedColumns} rowKey={rowKey} />
              )
            }
          </Loaded>
        </Card>
        <Card title={t.translations} lead={t.translationsLead}>
          <Loaded query={translations}>
            {({ months }) =>
              months.length === 0 ? (
                <Empty compact icon="text" title={t.noTranslations} />
              ) : (
                <DataTable label={t.translations} rows={months} columns={translatedColumns} rowKey={rowKey} />
              )
            }
          </Loaded>
        </Card>
      </Stack>
    </SettingsLayout>
  )
}

function useUsedColumns(): Column<UsedMonth>[] {
  const t = useTexts()
  const formats = useFormats()
  return useMemo(() => {
    const count = (id: keyof Omit<UsedMonth, 'month'>, header: string): Column<UsedMonth> => ({
      id,
      header,
      align: 'end',
      cell: (row) => formats.number(row[id]),
    })
    return [
      { id: 'month', primary: true, header: t.month, cell: ({ month }) => formats.month(month) },
      count('pageViews', t.usagePage),
      count('roadbookDownloads', t.usagePdf),
      count('gpxDownloads', t.usageGpx),
      count('appDownloads', t.usageApp),
      count('devices', t.devices),
    ]
  }, [t, formats])
}

function useTranslatedColumns(): Column<TranslatedMonth>[] {
  const t = useTexts()
  const formats = useFormats()
  return useMemo(
    () => [
      { id: 'month', primary: true, header: t.month, cell: ({ month }) => formats.month(month) },
      { id: 'texts', header: t.texts, align: 'end', cell: ({ texts }) => formats.number(texts) },
      { id: 'characters', header: t.characters, align: 'end', cell: ({ characters }) => formats.number(characters) },
    ],
    [t, formats],
  )
}
