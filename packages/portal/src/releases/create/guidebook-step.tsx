import { NumberInput, Radio, Select, SimpleGrid, Stack } from '@mantine/core'
import { useAccount } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Fields } from './fields.ts'
import { GuidebookField } from './guidebook-field.tsx'

/** What the release shows, and for whom. */
export function GuidebookStep({ fields: { draft, set, faults, number } }: { fields: Fields }) {
  const t = useTexts()
  const { settings } = useAccount()
  const partners = settings?.partners ?? []
  return (
    <>
      <Card order={3} title={t.guidebook}>
        <Stack>
          <GuidebookField
            value={draft.guidebookExternalId}
            onChange={(value) => set('guidebookExternalId', value)}
            error={faults.at('/guidebookExternalId')}
          />
          <Radio.Group
            label={t.kind}
            value={draft.customized ? 'customized' : 'plain'}
            onChange={(kind) => set('customized', kind === 'customized')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="plain" label={t.kindPlain} />
              <Radio value="customized" label={t.kindCustomized} description={t.kindCustomizedHint} />
            </Stack>
          </Radio.Group>
        </Stack>
      </Card>
      <Card order={3} title={t.reseller} lead={t.resellerLead}>
        {partners.length === 0 ? (
          <Empty compact icon="people" title={t.noPartners}>
            {t.noPartnersText}
          </Empty>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t.reseller}
              clearable
              clearButtonProps={{ 'aria-label': t.clear }}
              data={partners.map(({ oid, name }) => ({ value: oid, label: name }))}
              value={draft.resellerOid === '' ? null : draft.resellerOid}
              onChange={(value) => set('resellerOid', value ?? '')}
              error={faults.at('/resellerOid')}
            />
            <NumberInput
              label={t.sellerCode}
              description={t.sellerCodeHint}
              disabled={draft.resellerOid === ''}
              {...number('sellerDownloadCode')}
            />
          </SimpleGrid>
        )}
      </Card>
    </>
  )
}
