/** How CSV files of the account are read. Support sets it. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { ConfigurationFacts } from './configuration-facts.tsx'

export function ConfigurationPage() {
  const t = useTexts()
  const { account, client, may } = useAccount()
  const params = { oid: account.oid }
  const query = useQuery({
    queryKey: [account.id, 'imports', 'configuration'],
    queryFn: () => client.account.imports.configuration(),
  })
  return (
    <Page
      title={t.importConfiguration}
      lead={t.importConfigurationLead}
      back={
        <TextLink to="/o/$oid/imports" params={params} size="sm">
          ← {t.imports}
        </TextLink>
      }
      actions={
        may('office') && (
          <ButtonLink to="/o/$oid/imports/try" params={params} variant="default" leftSection={<Icon name="plus" />}>
            {t.tryFile}
          </ButtonLink>
        )
      }
    >
      <Loaded query={query}>
        {({ configuration }) =>
          configuration === null ? (
            <Alert color="blue" icon={<Icon name="info" />} title={t.importNotSetUp}>
              {t.importNotSetUpText}
            </Alert>
          ) : (
            <Card title={t.howFilesAreRead}>
              <ConfigurationFacts configuration={configuration} />
            </Card>
          )
        }
      </Loaded>
    </Page>
  )
}
